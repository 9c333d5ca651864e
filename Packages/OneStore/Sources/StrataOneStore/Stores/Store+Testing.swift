@_spi(Strata) public import StrataCore

extension Store {
  /// Makes the models part of a tree, if they are not yet: for test support.
  @_spi(Strata) public func activateModels() { activate() }

  /// The root of the store's tree: for test support.
  @_spi(Strata) public var rootContext: Context { root.context }

  /// The context of the model of the root; `nil` for a container of models: for test support.
  @_spi(Strata) public var modelContext: Context? {
    guard Models.self is any Model.Type else { return nil }
    return root.models.current.first?.context
  }

  /// Attaches what tests the store, and gives it each state from now on: for test support.
  ///
  /// - Parameters:
  ///   - tester: Is not kept.
  ///   - afterChange: Is called after each change, when the store may be used again.
  ///   - note: Is given each state, in order; must not use the store.
  @_spi(Strata)
  public func attach(
    _ tester: any AnyObject & Sendable,
    afterChange: @escaping @Sendable () -> Void,
    _ note: @escaping @Sendable (Models.Container) -> Void
  ) {
    storage.tester.set(tester)
    storage.setTested()
    storage.add(CommitListener(note, afterChange: afterChange))
  }
}
