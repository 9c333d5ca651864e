/// The messages of simulations.
enum SimulationText {
  static func missing(hooks: [String]) -> String? {
    guard !hooks.isEmpty else { return nil }
    return """
      This Swift runtime does not offer \(hooks.joined(separator: ", ")). Unstructured tasks, \
      detached tasks or the main actor leave the simulation: pass `executorPreference: \
      SimulatedExecutor.current` to the tasks, and keep the main actor out.
      """
  }

  static func outsideTooLong(_ names: [String], _ limit: Duration) -> String {
    """
    Nothing can run until something outside of the simulation has come to its end, and that takes \
    more than \(limit) of real time: \(names.joined(separator: ", ")). Say that it is over with \
    complete(), or let the test use something faster in its place.
    """
  }

  static let sleepOutside = """
    A task outside of a simulation sleeps on its clock, while the simulation stands still unless a \
    test waits for its tester. The sleep is left out. Start the work from the model, call it in the \
    tester's run(_:), or run the whole test in the simulation.
    """

  static func threw(_ error: any Error) -> String {
    "The simulated operation threw \(error)."
  }

  static func stuck(at elapsed: Duration, sleepers: Int) -> String {
    let waiting =
      sleepers == 0
      ? """
      If it waits for something outside, register that with registerOutsideOperation(_:); else \
      nothing resumes it, and it would wait forever.
      """
      : """
      \(sleepers) sleeping call(s) wait for virtual time, which this simulation does not move by \
      itself: call advance(by:).
      """
    return """
      The simulated operation has not returned, and nothing can run any more at \(elapsed) of \
      virtual time. \(waiting)
      """
  }

  /// The message for too many jobs, at one instant of virtual time or in all, with the tasks they belonged to.
  static func overLimit(_ steps: Int, at now: Duration?, _ tasks: [String]) -> String {
    let what =
      now.map {
        """
        The simulation has come to no rest at \($0) of virtual time; it ran \(steps) jobs and is given \
        up.
        """
      } ?? "The simulation ran \(steps) jobs without coming to an end, and is given up."
    let who =
      tasks.isEmpty
      ? ""
      : """
       The last jobs were those of:

      \(tasks.map { "  \($0)" }.joined(separator: "\n"))


      """
    return """
      \(what)\(who.isEmpty ? " " : who)If tasks resume one another forever, fix that: a loop over changes that writes what another \
      one observes has to stop writing at some value, and a loop in a task has to end when \
      Task.isCancelled. If the work is so large, raise stepLimit.
      """
  }

  static func hung(_ task: String?, isOnMainActor: Bool, _ limit: Duration) -> String {
    let whose = task.map { "The task \($0)" } ?? "A task without a name"
    return """
      \(whose) has been running for more than \(limit) of real time\
      \(isOnMainActor ? " on the main actor" : "") without suspending, and cannot be stopped: it \
      spins in a loop that does not look at Task.isCancelled, or blocks its thread. The simulation is \
      given up. Make loops end when Task.isCancelled, and let calls that wait throw: a loop that drops \
      the error of a sleep with try? never waits again once it is cancelled. For work that takes so \
      long, set STRATA_TIMEOUT_SCALE.
      """
  }

  /// The last word of a process that cannot come to its end.
  static func processEnds(_ name: String) -> String {
    """
    \(name) can never return, because it waits for a task that does not return (see the failure \
    above), and a thread cannot be stopped. So this process ends, with exit status \(SimulationWatchdog.exitStatus).
    """
  }
}
