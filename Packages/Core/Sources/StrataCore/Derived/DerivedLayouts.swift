import StrataConcurrency

/// The layouts of the contexts that store derived values: one for each call site and type.
enum DerivedLayouts {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let place: PlaceKey
  }

  private static let layouts = Locked<[Key: Layout]>([:], rank: .leaf)

  static func layout<Content>(of type: Content.Type, at callSite: CallSite) -> Layout {
    let key = Key(type: ObjectIdentifier(type), place: PlaceKey(callSite))
    return layouts.withLock { layouts in
      if let layout = layouts[key] { return layout }
      let layout = Layout(
        computed: .value("value", type, declaration: callSite),
        name: "Derived"
      )
      layouts[key] = layout
      return layout
    }
  }
}
