import StrataConcurrency
import StrataCore

extension Layout {
  // One for each type: a layout is made for many contexts.
  private static let sourceLayouts = Locked<[ObjectIdentifier: Layout]>([:], rank: .leaf)

  /// The layout of contexts that hold one value.
  static func single<Value>(_ name: String, of type: Value.Type) -> Layout {
    let key = ObjectIdentifier(type)
    if let layout = sourceLayouts.withLock({ $0[key] }) { return layout }
    let made = Layout(name: name, slots: [.value("model", Value.self)])
    return sourceLayouts.withLock { layouts in
      if let layout = layouts[key] { return layout }
      layouts[key] = made
      return made
    }
  }
}
