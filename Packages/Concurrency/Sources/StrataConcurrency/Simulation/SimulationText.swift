/// What simulations say when something is wrong.
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
      nothing resumes it, and it would wait for ever.
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

  static func overLimit(_ limit: Int) -> String {
    """
    The simulation ran \(limit) jobs without coming to an end. If tasks resume one another for ever, \
    mend that; if the work is so large, raise stepLimit.
    """
  }
}
