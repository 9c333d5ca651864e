extension Diagnostic {
  static func duplicateIdentity(
    _ identity: AnyHashable?,
    of child: Context,
    in layout: Layout,
    slot: Int
  ) -> Diagnostic {
    Diagnostic(
      """
      Two of the elements of \(layout.place(of: slot)) have the id \
      \(identity.map { "\($0.base)" } ?? "nil"). Both live, but whatever finds elements by id \
      finds one of them. Give each \(child.layout.name) an id of its own, or use an IdentifiedArray.
      """
    )
    .at(layout.slots[slot].declaration)
  }
}
