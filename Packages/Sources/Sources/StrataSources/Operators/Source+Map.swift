extension Source {
  /// Makes a source whose model is made from this one's.
  ///
  /// As lazy as this source; each update is one update. The function runs on the thread that sets the model, so it
  /// must not belong to an actor.
  public func map<NewModel>(
    _ transform: @escaping @Sendable (Model) -> NewModel
  ) -> Source<NewModel> {
    mapping(transform)
  }

  /// Like ``map(_:)``, for the library's own functions, which capture nothing but models.
  func mapping<NewModel>(_ transform: @escaping (Model) -> NewModel) -> Source<NewModel> {
    OperatorSource(self, first: transform, next: { input, _ in transform(input) }).eraseToSource()
  }

  /// Makes a source that takes over only models that match; it always takes the current one.
  public func filtered(_ isIncluded: @escaping @Sendable (Model) -> Bool) -> Source<Model> {
    OperatorSource(
      self,
      first: { $0 },
      next: { input, _ in isIncluded(input) ? input : nil }
    ).eraseToSource()
  }

  /// Makes a source that takes over only models that match; ``filtered(_:)`` by another name.
  public func filtering(using isIncluded: @escaping @Sendable (Model) -> Bool) -> Source<Model> {
    filtered(isIncluded)
  }

  /// Makes a source that does not take over a model that a function finds the same as the one
  /// before.
  ///
  /// - Parameter areEqual: Is given the former and the new model.
  /// - Returns: The source.
  public func filteringDuplicates(
    using areEqual: @escaping @Sendable (Model, Model) -> Bool
  ) -> Source<Model> {
    filteringSame(areEqual)
  }

  fileprivate func filteringSame(_ areEqual: @escaping (Model, Model) -> Bool) -> Source<Model> {
    OperatorSource(
      self,
      first: { $0 },
      next: { input, current in areEqual(current, input) ? nil : input }
    ).eraseToSource()
  }

  /// Makes a source with the current and the previous model.
  ///
  /// There is no previous one at first; that of the first update is the initial model.
  public func currentAndPrevious() -> Source<CurrentAndPrevious<Model>> {
    OperatorSource(
      self,
      first: { CurrentAndPrevious(current: $0, previous: nil) },
      next: { input, last in CurrentAndPrevious(current: input, previous: last.current) }
    ).eraseToSource()
  }

  /// Makes a source of optional models, which always exist.
  public func optional() -> Source<Model?> {
    map { $0 }
  }
}

extension Source where Model: Equatable {
  /// Makes a source that does not take over a model equal to the one before.
  public func filteringDuplicates() -> Source<Model> { filteringSame(==) }
}
