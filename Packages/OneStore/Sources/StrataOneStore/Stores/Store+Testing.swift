@_spi(Strata) public import StrataCore

extension Store {
  /// Makes the models part of a tree, if they are not yet: for test support.
  @_spi(Strata) public func activateModels() { activate() }

  /// The root of the store's tree: for test support.
  @_spi(Strata) public var rootContext: Context { root.context }

  /// Attaches what tests the store, and gives it each state from now on: for test support.
  ///
  /// - Parameters:
  ///   - tester: Is not kept.
  ///   - note: Is given each state, in order; must not use the store.
  @_spi(Strata)
  public func attach(
    _ tester: any AnyObject & Sendable,
    _ note: @escaping @Sendable (Models.Container) -> Void
  ) {
    storage.tester.set(tester)
    storage.add(CommitListener(note))
  }
}

extension Model {
  /// What tests the model's store, if that is a test's: for test support.
  @_spi(Strata) public var storeTester: (any AnyObject & Sendable)? { place.store.tester.value }

  /// The context of the model's place: for test support.
  @_spi(Strata) public var placeContext: Context { place.context }

  /// Changes the model's state in a root that is not the store's: for test support.
  ///
  /// - Parameters:
  ///   - root: Where a `StateModel` of the store's models is.
  ///   - body: Changes the state.
  /// - Returns: Whether the root has such a state.
  @_spi(Strata)
  @unsafe
  public func withState(
    in root: UnsafeMutableRawPointer,
    _ body: (inout State) -> Void
  ) -> Bool {
    let place = place
    var state: State?
    _ = unsafe place.store.isolated { _ in
      unsafe place.withMemory(in: root) { memory in
        state = unsafe memory.assumingMemoryBound(to: State.self).pointee
      }
    }
    guard var changed = state else { return false }
    // The test's code may use the store.
    body(&changed)
    return unsafe place.store.isolated { _ in
      unsafe place.withMemory(in: root) { memory in
        unsafe memory.assumingMemoryBound(to: State.self).pointee = changed
      }
    }
  }
}

extension Model {
  /// The live value of a part of the model's state: for test support.
  @_spi(Strata)
  public func liveValue<Value>(at path: KeyPath<State, Value>) -> Value {
    place.liveState[keyPath: path]
  }
}
