extension Context {
  /// Ends the program because a slot was used with a type that is not its own.
  @usableFromInline
  @inline(never)
  func reject(_ slot: Int, as type: Any.Type) -> Never {
    guard layout.slots.indices.contains(slot) else {
      Diagnostic.missingSlot(layout.name, slot, count: layout.slots.count).trap()
    }
    Diagnostic.wrongType(layout.place(of: slot), slot, layout.slots[slot].type, type).trap()
  }
}
