extension Diagnostic {
  static func derivedCycle(_ cycle: DerivedCycle, hasLast: Bool) -> Diagnostic {
    Diagnostic(
      """
      A cycle of derived values: \(cycle.description). \
      \(hasLast ? "The value from before is given" : "There is no value yet"). Let one of them read \
      something else.
      """
    )
  }
}
