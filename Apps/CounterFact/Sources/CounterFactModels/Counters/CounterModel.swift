package import Strata

/// A number that can be counted, and asked about.
@Model package struct CounterModel {
  package private(set) var count: Int
  package private(set) var request = FactRequestModel()
  private let onFact: @Sendable (Int, String) -> Void

  /// Makes a counter.
  ///
  /// - Parameters:
  ///   - count: The first number.
  ///   - onFact: Called with each number that was asked about, and its fact.
  package init(count: Int = 0, onFact: @escaping @Sendable (Int, String) -> Void) {
    self.count = count
    self.onFact = onFact
  }

  /// Counts up, or down by a negative amount.
  ///
  /// - Returns: Whether the result is a number that can be shown; else nothing has changed.
  @discardableResult
  package func count(by amount: Int) -> Bool {
    node.transaction {
      let (sum, isTooLarge) = count.addingReportingOverflow(amount)
      if !isTooLarge { count = sum }
      return !isTooLarge
    }
  }

  /// Asks for the fact about the number that is there now.
  package func factButtonTapped() {
    let number = count
    request.ask(about: number) { onFact(number, $0) }
  }
}
