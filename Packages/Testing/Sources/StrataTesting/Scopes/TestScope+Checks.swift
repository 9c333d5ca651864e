@_spi(Strata) import StrataConcurrency
@_spi(Strata) import StrataCore

extension TestScope {
  /// All contexts of the trees, with the demands on each.
  struct Demands {
    fileprivate var byContext: [ContextID: Exhaustivity] = [:]
    fileprivate let rest: Exhaustivity

    func of(_ context: Context) -> Exhaustivity {
      guard !byContext.isEmpty else { return rest }
      return byContext[context.owner.id] ?? rest
    }

    func of(_ tree: TestedTree) -> Exhaustivity { byContext[tree.id] ?? rest }
  }

  /// The demands on each part of the trees.
  var demands: Demands {
    let (rest, exceptions) = state.withLock { ($0.exhaustivity, $0.exceptions) }
    var demands = Demands(rest: rest)
    guard !exceptions.isEmpty else { return demands }
    let contexts = Dictionary(contexts.map { ($0.id, $0) }) { first, _ in first }
    for (part, exhaustivity) in exceptions {
      demands.byContext[part] = exhaustivity
      guard let part = contexts[part] else { continue }
      for context in Self.subtree(of: part) { demands.byContext[context.id] = exhaustivity }
    }
    addDeparted(to: &demands)
    return demands
  }

  /// Applies the demands on a part also to contexts that have left it.
  private func addDeparted(to demands: inout Demands) {
    let known = state.withLock { $0.contexts }
    let parents = Dictionary(known.map { ($0.id, $0.parent) }) { first, _ in first }
    for context in known where demands.byContext[context.id] == nil {
      var ancestor = context.parent
      while let id = ancestor, demands.byContext[id] == nil { ancestor = parents[id] ?? nil }
      if let ancestor { demands.byContext[context.id] = demands.byContext[ancestor] }
    }
  }

  /// The contexts that live, parents before children.
  var contexts: [Context] { roots.flatMap(Self.subtree) }

  /// A context with all below it, among them the models that serve as dependencies there.
  static func subtree(of root: Context) -> [Context] {
    var found = [root]
    var known: Set<ContextID> = [root.id]
    var next = 0
    while next < found.count {
      let below = found[next].children.map(\.context) + found[next].hostedContexts
      for context in below where known.insert(context.id).inserted { found.append(context) }
      next += 1
    }
    return found
  }

  /// Splits omissions into those that fail the test and those that are only shown.
  private func report<Item>(
    _ kind: TestFailure.Kind,
    _ items: [Item],
    at callSite: CallSite,
    isDemanded: (Item) -> Bool,
    text: ([Item]) -> String
  ) {
    for failure in failures(kind, items, at: callSite, isDemanded: isDemanded, text: text) {
      sink(failure)
    }
  }

  func failures<Item>(
    _ kind: TestFailure.Kind,
    _ items: [Item],
    at callSite: CallSite,
    isDemanded: (Item) -> Bool,
    text: ([Item]) -> String
  ) -> [TestFailure] {
    var failures: [TestFailure] = []
    let demanded = items.filter(isDemanded)
    if !demanded.isEmpty { failures.append(TestFailure(kind, text(demanded), at: callSite)) }
    let skipped = items.filter { !isDemanded($0) }
    if !skipped.isEmpty, showSkippedAssertions {
      failures.append(TestFailure(kind, text(skipped), at: callSite, isSkipped: true))
    }
    return failures
  }

  /// Fails if state changed that no assertion has read, and forgets it.
  func checkState(at callSite: CallSite) {
    for failure in stateFailures(of: trees, StateNames(roots), at: callSite) { sink(failure) }
  }

  /// Forgets what has changed.
  func forgetState(_ kinds: Exhaustivity) {
    for tree in trees {
      _ = tree.unasserted.take { kinds.contains($0.category.demand) }
      if kinds.contains(.state) { _ = tree.wholeState?.take { _ in true } }
    }
  }

  /// The failures for state that changed and that no assertion has read; forgets it.
  func stateFailures(
    of trees: [TestedTree],
    _ names: @autoclosure () -> StateNames,
    at callSite: CallSite
  ) -> [TestFailure] {
    let demands = demands
    let outer = state.withLock { $0.outerChanges }
    let changed = trees.flatMap { tree in
      tree.unasserted.take { entry in
        let demanded = demands.of(entry.read.context)
        // A section that does not demand state must not hide earlier changes.
        if !demanded.contains(entry.category.demand), outer.contains(entry.read) { return false }
        // Each write of it waits for an assertion of its own.
        return !demanded.contains(.transitions) || entry.transitions == nil
      }
    }.filter(\.isNews)
    let whole = wholeStateFailures(of: trees, demands, at: callSite)
    guard !changed.isEmpty else { return whole }
    let names = names()
    return whole
      + StateCategory.allCases.flatMap { category in
        failures(category.kind, changed.filter { $0.category == category }, at: callSite) {
          demands.of($0.read.context).contains(category.demand)
        } text: {
          FailureText.stateNotExhausted($0, of: category, names)
        }
      }
  }

  /// Fails if a property went through values that no assertion has matched, and forgets them.
  func checkTransitions(at callSite: CallSite) {
    for failure in transitionFailures(of: trees, StateNames(roots), at: callSite) { sink(failure) }
  }

  /// The failures for values that no assertion has matched; forgets them.
  func transitionFailures(
    of trees: [TestedTree],
    _ names: @autoclosure () -> StateNames,
    at callSite: CallSite
  ) -> [TestFailure] {
    let waiting = trees.flatMap { tree in
      tree.unasserted.take { $0.transitions != nil }.filter(\.read.context.isLive)
    }
    guard !waiting.isEmpty else { return [] }
    let (demands, names) = (demands, names())
    return failures(.transitions, waiting, at: callSite) {
      demands.of($0.read.context).contains(.transitions)
    } text: {
      FailureText.transitionsNotExhausted($0, names)
    }
  }

  /// Fails if events were sent that no assertion has matched.
  ///
  /// They are not checked again.
  func checkEvents(_ demands: Demands, at callSite: CallSite) {
    let pending = pendingEvents.filter { !$0.isExcused }
    guard !pending.isEmpty else { return }
    let names = StateNames(roots)
    let numbers = pending.map(\.number)
    state.withLock { state in for number in numbers { state.events[number].isExcused = true } }
    report(.events, pending, at: callSite) {
      demands.of($0.sender).contains(.events)
    } text: {
      FailureText.eventsNotExhausted($0, names)
    }
  }

  /// Fails if probes were called and no assertion has matched the call.
  ///
  /// They are not checked again.
  func checkProbes(at callSite: CallSite) {
    let isDemanded = exhaustivity.contains(.probes)
    for probe in state.withLock({ $0.probes }) where !leaves(probe) {
      guard let omission = probe.takeOmission() else { continue }
      report(.probes, [omission], at: callSite) { _ in
        isDemanded
      } text: {
        $0.joined(separator: "\n\n")
      }
    }
  }

  /// A task that has not returned, and its context.
  struct Running {
    let context: Context
    let task: RunningTask
  }

  /// The tasks of all contexts that live.
  var running: [Running] {
    contexts.flatMap { context in
      context.runningTasks.map { Running(context: context, task: $0) }
    }
  }

  func running(_ names: StateNames) -> [String] {
    running.map { "\(names.name(of: $0.context)): \($0.task)" }
  }

  /// Ends the tasks that activations have started: they run as long as their models.
  func cancelActivationTasks() {
    for running in running where isOfActivation(running) { running.task.cancel() }
  }

  /// Whether an activation has started a task, or the task has inherited that.
  func isOfActivation(_ running: Running) -> Bool {
    if running.task.isOfActivation { return true }
    let started = state.withLock { $0.activationTasks[running.context.id] }
    return started?.contains(running.task.serial) ?? false
  }

  /// Ends the tasks that the test may leave, so that a tree which they keep alive ends with them.
  func cancelTasksThatMayBeLeft() {
    let demands = demands
    for running in running where !demands.of(running.context).contains(.tasks) {
      running.task.cancel()
    }
  }

  /// Fails if tasks still run that are not cancelled.
  ///
  /// - Returns: Those that the test has to bring to an end.
  func checkTasks(at callSite: CallSite) -> [Running] {
    let running = running.filter { !$0.task.isCancelled }
    for failure in taskFailures(of: running, StateNames(roots), at: callSite) { sink(failure) }
    return demandedTasks
  }

  /// The tasks that the test has to bring to an end.
  var demandedTasks: [Running] {
    let demands = demands
    return running.filter { !$0.task.isCancelled && demands.of($0.context).contains(.tasks) }
  }

  /// The failures for tasks that still run.
  func taskFailures(
    of running: [Running],
    _ names: @autoclosure () -> StateNames,
    at callSite: CallSite
  ) -> [TestFailure] {
    guard !running.isEmpty else { return [] }
    let (demands, names) = (demands, names())
    let texts = state.withLock { $0.taskTexts }
    let described = Dictionary(grouping: running) { $0.context.id }.compactMap { id, running in
      demands.of(running[0].context).contains(.tasks) ? texts[id]?(running.map(\.task)) : nil
    }
    let rest = running.filter {
      texts[$0.context.id] == nil || !demands.of($0.context).contains(.tasks)
    }
    return described
      + failures(.tasks, rest, at: callSite) {
        demands.of($0.context).contains(.tasks)
      } text: {
        FailureText.tasksNotExhausted($0, names)
      }
  }
}
