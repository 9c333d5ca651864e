package import StrataConcurrency
@_spi(Strata) import StrataCore

extension FailureText {
  static func noScope(_ function: String) -> String {
    """
    \(function) was called outside of a test scope, where there is nothing to wait for. Give the \
    test a trait such as .simulated(), or call it in withTestScope.
    """
  }

  static func situation(
    running: [String],
    isGivingWay: Bool,
    sleepsUntil deadline: VirtualInstant?,
    now: VirtualInstant,
    within duration: Duration
  ) -> String {
    var text =
      running.isEmpty
      ? "No task of the tree is running." : "Still running:\n\(indented(running))"
    if let deadline {
      text += """
        \n\nThe next sleeper wakes at \(deadline.offset) of virtual time: to wait longer than \
        \(duration), pass `within:`.
        """
    } else if isGivingWay {
      text += """
        \n\nA task sleeps again and again on a clock on which every sleep is over at once: it went on \
        \(Clockwork.turnLimit) times, and the assertion was never true. Assert a value that it reaches, \
        or give the model a clock whose time passes.
        """
    } else if !running.isEmpty {
      text += """
        \n\nNothing can run any more. If a task waits for something outside of the simulation, \
        register that with registerOutsideOperation(_:).
        """
    }
    return text
  }

  static func tasksNotExhausted(_ running: [TestScope.Running], _ names: StateNames) -> String {
    let tasks = running.map {
      "\(names.name(of: $0.context)) (\($0.context.layout.name)): \($0.task)"
    }
    let isOfModels = running.contains { !$0.context.layout.isObject }
    let rest = isOfModels ? " Tasks that onActivate has started are cancelled by themselves." : ""
    return """
      Tasks not exhausted: \(count(running.count, "task is", "tasks are")) still running at the end \
      of the test.

      \(indented(tasks))

      Let \(running.count == 1 ? "it" : "them") come to an end, or cancel the work in the test.\(rest)
      """
  }

  static func treeLives(
    _ name: String,
    isObject: Bool,
    isStore: Bool,
    anchoredAt callSite: CallSite,
    madeAt line: String? = nil,
    _ held: [String]
  ) -> String {
    let parts = suspects(held)
    if isObject {
      let subject = line.map { "The \(name) that was made at \($0)" } ?? name
      return """
        \(subject) lives on after the test: something outside of the test keeps it, or a closure, a \
        subscription or a property of its own. Capture it weakly there, or end the subscription.\(parts)
        """
    }
    if isStore {
      return """
        The \(name) that was made at \(callSite) lives on after the test: something outside of the test keeps it, or \
        a closure that one of its models has. Release it in the test, and let closures capture models.\(parts)
        """
    }
    return """
      The tree of \(name) that was anchored at \(callSite) lives on after the test: \
      something keeps what withAnchor returned, often a closure that the tree itself holds, or a \
      `Task` that was not started with node.task and has not ended. Use returningAnchor, and let closures \
      capture the model that it returns.\(parts)
      """
  }

  /// The end of a message about something that lives on: its closures and tasks.
  package static func suspects(_ held: [String]) -> String {
    held.isEmpty
      ? "" : "\n\nIts closures and tasks, one of which may be the cause:\n\(indented(held))"
  }

  /// The text about a tester that is used in a later test.
  package static func testerIsOver(madeAt callSite: CallSite) -> String {
    """
    The test in which this TestStore was made, at \(callSite), has ended, and the store with it. Make a store in \
    each test.
    """
  }

  /// The remedy for the failures that the end of the process has found.
  static let foundAtExit = """
    Tests have ended before these testers were released, so this was found when the process ended. Release a \
    tester in its test, or give the test a scope, which checks at the test's end: .simulated(), withTestScope or \
    ScopedTestCase.
    """
}
