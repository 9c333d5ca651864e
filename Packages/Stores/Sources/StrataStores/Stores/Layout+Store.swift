import StrataConcurrency
import StrataCore

extension Layout {
  // One for each type of state: a layout is made for many contexts.
  private static let storeLayouts = Locked<[ObjectIdentifier: Layout]>([:], rank: .leaf)

  /// The layout of stores of one state.
  static func store<State: StateContainer>(of type: State.Type) -> Layout {
    let key = ObjectIdentifier(type)
    if let layout = storeLayouts.withLock({ $0[key] }) { return layout }
    let made = Layout(
      name: "Store<\(State.self)>",
      slots: [.value("state", StoreCell<State>.self)]
    )
    return storeLayouts.withLock { layouts in
      if let layout = layouts[key] { return layout }
      layouts[key] = made
      return made
    }
  }
}
