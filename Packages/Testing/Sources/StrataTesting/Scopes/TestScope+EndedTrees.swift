import StrataConcurrency
import StrataCore

// A test that is over releases its variables, and so the trees that they kept alive. This happens just before it
// returns, in the same job. A task that the test has started may keep a tree alive a little longer. Some checks
// need a live tree. They run when its anchor is released, and their failures are reported when it is known
// whether that was the end.
extension TestScope {
  /// The findings about a tree that was about to end.
  struct EndedTree {
    /// How many jobs had run.
    let steps: Int
    let state: [TestFailure]
    let tasks: [TestFailure]
  }

  /// Checks a tree that is about to end.
  func check(ending root: Context) {
    guard let tree = trees.first(where: { $0.root === root }) else { return }
    let names = StateNames([root])
    let demands = demands
    let running = Self.subtree(of: root).flatMap { context in
      context.runningTasks.map { Running(context: context, task: $0) }
    }.filter { !isOfActivation($0) && !$0.task.isCancelled }
    let ended = EndedTree(
      steps: executor.steps,
      state: stateFailures(of: [tree], names, at: callSite)
        + transitionFailures(of: [tree], names, at: callSite),
      tasks: taskFailures(of: running, names, at: callSite)
    )
    // The sender's part of the tree is no longer known after the end.
    let unasked = pendingEvents.filter { !demands.of($0.sender).contains(.events) }.map(\.number)
    state.withLock { state in
      state.ended.append(ended)
      for number in unasked { state.events[number].isExcused = true }
    }
  }

  /// Notes that the test has returned or thrown.
  ///
  /// A tree that ends from now on, or in the job that runs, has existed as long as the test.
  func noteReturn() {
    let steps = executor.steps
    state.withLock { $0.lastStep = steps }
  }

  /// Reports the findings about trees that have ended, once nothing of the test can run any more.
  ///
  /// - Parameter isComplete: Whether the test has returned, and every assertion was met.
  func reportEndedTrees(isComplete: Bool) {
    let (ended, lastStep) = state.withLock { state in
      defer { state.ended = [] }
      return (state.ended, state.lastStep ?? .max)
    }
    for tree in ended {
      let isLast = tree.steps >= lastStep
      if isLast, !isComplete { continue }
      for failure in tree.state { sink(failure) }
      // The work of a tree that ends while the test goes on ends with it, as it should.
      if isLast { for failure in tree.tasks { sink(failure) } }
    }
  }
}
