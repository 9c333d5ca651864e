import StrataConcurrency
import StrataCore

extension TestScope {
  /// Fails for what outlives the test: trees that are kept, work that does not stop.
  ///
  /// - Parameter tasks: Tasks that the test was told of because they still run. A tree with such a task is
  ///   most likely kept by it, and not reported a second time.
  func checkLives(knowing tasks: [Running]) {
    let known = Set(tasks.compactMap { $0.context.root?.id })
    for tree in trees {
      guard let root = tree.root, root.isLive, !known.contains(root.id) else { continue }
      fail(.lifetime, FailureText.treeLives(tree, StateNames([root]), held(by: root)), at: callSite)
    }
    for context in state.withLock({ $0.contexts }).compactMap(\.context) where !context.isLive {
      let tasks = context.runningTasks
      guard !tasks.isEmpty else { continue }
      fail(.lifetime, FailureText.workLives(context.layout.name, tasks), at: callSite)
    }
  }

  /// Fails for contexts that are still in memory after the test's own variables are gone.
  func checkMemory() {
    let left = state.withLock { $0.contexts }.filter { reference in
      guard let context = reference.context else { return false }
      // What still lives has been told of.
      return !context.isLive && context.runningTasks.isEmpty
    }
    guard !left.isEmpty else { return }
    fail(.lifetime, FailureText.memoryLeft(left.map(\.name)), at: callSite)
  }

  /// What a tree that lives on has: its tasks, who is told of its changes, and the functions that it holds,
  /// one of which may have captured what keeps it.
  private func held(by root: Context) -> [String] {
    let names = StateNames([root])
    return contexts.flatMap { context in
      context.runningTasks.map { "\(names.name(of: context)): task \($0)" }
        + context.watcherOrigins.map { "\(names.name(of: context)): \($0)" }
        + HeldFunctions.of(context).map { "\(names.name(of: context)).\($0): a function" }
    }
  }
}
