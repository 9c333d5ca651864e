package import StrataSources

extension Source where Model: Equatable & Sendable {
  /// Runs a closure that changes the model, and waits until the change is visible here.
  ///
  /// A source that follows another may be notified of a change with a delay. While a thread still notifies of an
  /// earlier one, the change is left to that thread.
  ///
  /// - Parameter act: Returns whether there is a change to wait for.
  package func waitForChange(_ act: () -> Bool) async {
    var models = values.makeAsyncIterator()
    let before = await models.next()
    guard act() else { return }
    while let model = await models.next(), model == before {}
  }
}
