/// A way from a state to a part of it, with a name by which it is the same way again.
// SAFETY: the closures capture key paths and case paths, which are immutable.
struct ViewPath<Root, State>: @unchecked Sendable {
  let get: (Root) -> State
  let set: (inout Root, State) -> Void
  /// The steps; equal for two ways through the same properties and cases.
  let steps: [AnyHashable]

  /// A path that goes on through a property.
  func appending<Value>(_ path: WritableKeyPath<State, Value>) -> ViewPath<Root, Value> {
    ViewPath<Root, Value>(
      get: { get($0)[keyPath: path] },
      set: { root, value in
        var state = get(root)
        state[keyPath: path] = value
        set(&root, state)
      },
      steps: steps + [AnyHashable(path)]
    )
  }

  /// A path that goes on through a property, and by which nothing is written.
  func appending<Value>(reading path: KeyPath<State, Value>) -> ViewPath<Root, Value> {
    ViewPath<Root, Value>(
      get: { get($0)[keyPath: path] },
      set: { _, _ in },
      steps: steps + [AnyHashable(path)]
    )
  }

  /// A path that goes on through a property of what an optional holds.
  func appending<Wrapped, Value>(
    throughOptional path: WritableKeyPath<Wrapped, Value>
  ) -> ViewPath<Root, Value?> where State == Wrapped? {
    ViewPath<Root, Value?>(
      get: { get($0)?[keyPath: path] },
      set: { root, value in
        guard let value, var state = get(root) else { return }
        state[keyPath: path] = value
        set(&root, state)
      },
      steps: steps + [AnyHashable(path)]
    )
  }
}

extension ViewPath where Root == State {
  /// The way that leads nowhere else.
  static var whole: ViewPath { ViewPath(get: { $0 }, set: { $0 = $1 }, steps: []) }
}
