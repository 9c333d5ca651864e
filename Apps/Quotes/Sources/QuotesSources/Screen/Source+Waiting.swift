package import StrataSources

extension Source where Model: Equatable & Sendable {
  /// Does something that changes the model, and waits until the change is seen here.
  ///
  /// A source that follows another may hear of a change a moment later: while a thread still tells
  /// of an earlier one, it is left to that thread.
  ///
  /// - Parameter act: Returns whether a change is to be waited for.
  package func waitForChange(_ act: () -> Bool) async {
    var models = values.makeAsyncIterator()
    let before = await models.next()
    guard act() else { return }
    while let model = await models.next(), model == before {}
  }
}
