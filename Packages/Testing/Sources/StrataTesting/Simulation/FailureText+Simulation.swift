import StrataConcurrency

extension FailureText {
  /// The text about an order that a search has found; its line can be pasted into the test.
  static func found(_ found: OrderSearch.Found, of count: Int, line: String) -> String {
    """
    Seed \(found.seed) of \(count) made the test fail. The shortest interleaving found that does has \
    \(Self.count(found.schedule.choices.count, "choice", "choices")). This runs it again, every time:

      \(line)
    """
  }

  /// The text about choices that a run did not make, or could not.
  static func misfit(_ unfit: Int, of count: Int) -> String {
    """
    The schedule that is replayed does not fit the run: \(unfit) of its \
    \(Self.count(count, "choice", "choices")) named a job that was not there, or came after the end. \
    The test or what it tests has changed since the schedule was recorded, so this is not the order \
    in which it failed. Search anew with .simulated(seeds:), and replace or remove the schedule.
    """
  }
}
