import StrataConcurrency
import StrataCore

extension TestScope {
  /// The failures for stores whose state has changed in parts that no assertion has read; forgets the changes.
  func wholeStateFailures(
    of trees: [TestedTree],
    _ demands: Demands,
    at callSite: CallSite
  ) -> [TestFailure] {
    let depth = state.withLock { $0.partDepth }
    return trees.flatMap { tree -> [TestFailure] in
      guard let unasserted = tree.wholeState else { return [] }
      let isDemanded = demands.of(tree).contains(.state)
      // A section that does not demand state must not hide earlier changes.
      let changes = unasserted.take { isDemanded || $0.depth >= depth }
      return failures(.state, changes, at: callSite) { _ in
        isDemanded
      } text: {
        FailureText.wholeStateNotExhausted($0, of: tree.origin, named: tree.expression)
      }
    }
  }
}
