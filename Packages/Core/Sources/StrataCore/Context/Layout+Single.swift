import StrataConcurrency

extension Layout {
  private struct Key: Hashable {
    let owner: ObjectIdentifier
    let value: ObjectIdentifier
  }

  // A layout is made for many contexts, and generic types have no static constants of their own.
  private static let singles = Locked<[Key: Layout]>([:], rank: .leaf)

  /// The layout of contexts with one value, the same at each use by one type of owners.
  ///
  /// - Parameters:
  ///   - owner: The type whose instances have such a context.
  ///   - slot: The slot's name, for diagnostics.
  ///   - type: The slot's type.
  ///   - name: The kind's name, for diagnostics; evaluated once.
  /// - Returns: The layout, whose only slot is number 0.
  public static func single<Value>(
    of owner: Any.Type,
    _ slot: String,
    _ type: Value.Type,
    name: @autoclosure () -> String
  ) -> Layout {
    let key = Key(owner: ObjectIdentifier(owner), value: ObjectIdentifier(type))
    if let layout = singles.withLock({ $0[key] }) { return layout }
    let made = Layout(single: .value(slot, type), name: name())
    return singles.withLock { layouts in
      if let layout = layouts[key] { return layout }
      layouts[key] = made
      return made
    }
  }
}
