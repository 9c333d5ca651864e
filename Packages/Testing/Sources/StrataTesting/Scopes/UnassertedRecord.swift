package import StrataConcurrency

/// What a tester of a dialect notes by itself, such as states or actions that no line has asserted.
///
/// The functions of a test's scope, such as `settle`, hold for it as for the changes that the scope notes.
package protocol UnassertedRecord: AnyObject, Sendable {
  /// Forgets what no line has asserted until now.
  func forget(_ kinds: Exhaustivity)

  /// Begins a part of the test that has demands of its own.
  ///
  /// - Parameter depth: In how many such parts the test is now.
  func beginPart(depth: Int)

  /// Ends a part whose closure has returned.
  ///
  /// What has happened in it need not be asserted if its demands do not include that. A state that has to be asserted
  /// fails the test now.
  ///
  /// - Parameters:
  ///   - depth: In how many parts the test was.
  ///   - exhaustivity: The demands of the part.
  ///   - callSite: The line of the part.
  func endPart(depth: Int, demanding exhaustivity: Exhaustivity, at callSite: CallSite)
}

extension TestSession {
  /// Lets the functions of the test's scope hold for what a tester notes.
  ///
  /// In a scope of the tester's own these functions cannot be called.
  package func include(_ unasserted: some UnassertedRecord) {
    if !isOwner { scope.state.withLock { $0.testerNotes.append(unasserted) } }
  }
}

extension TestScope {
  var testerNotes: [any UnassertedRecord] { state.withLock { $0.testerNotes } }
}
