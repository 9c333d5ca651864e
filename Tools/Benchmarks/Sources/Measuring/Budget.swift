/// A limit on the cost of an operation, and the rows that show whether it is met.
package struct Budget: Sendable {
  /// The operation, which also names the reason for a row over budget.
  package let name: String
  /// The limit, in words.
  package let promise: String
  /// Whether the figures may not grow with N.
  package let isFlat: Bool
  /// Whether a row belongs to it.
  package let covers: @Sendable (MeasuredRow) -> Bool

  package init(
    _ name: String,
    _ promise: String,
    isFlat: Bool = false,
    covers: @escaping @Sendable (MeasuredRow) -> Bool
  ) {
    self.name = name
    self.promise = promise
    self.isFlat = isFlat
    self.covers = covers
  }
}

/// The result of a budget.
package struct BudgetResult: Sendable {
  package enum Verdict: String, Sendable {
    case holds
    /// No median is over its limit, and the spread of one crosses it.
    case unclear
    case overBudget = "over budget"
    case wrong = "wrong result"
    case notMeasured = "not measured"
  }

  package let budget: Budget
  package let verdict: Verdict
  /// The row that comes nearest to its limit, or is farthest beyond.
  package let worst: MeasuredRow?
  /// How many rows were measured, and how many of them are over their budgets.
  package let count: Int
  package let over: Int
  /// The largest power of N with which a figure grows, for a budget that allows no growth.
  package let growth: Double?

  /// The power of N from which a figure counts as growing.
  ///
  /// Caches alone make a hundred thousand rows a little slower than ten.
  package static let flatness = 0.12

  package init(_ budget: Budget, in rows: [MeasuredRow]) {
    let own = rows.filter { budget.covers($0) && ($0.budget != nil || budget.isFlat) }
    self.budget = budget
    count = own.count
    over = own.count { $0.verdict == .overBudget }
    worst = own.filter { $0.budget != nil }.max { Self.share($0) < Self.share($1) } ?? own.first
    growth = budget.isFlat ? Series.all(in: own).map(\.exponent).max() : nil
    verdict =
      if own.isEmpty { .notMeasured } else if own.contains(where: { $0.verdict == .wrong }) {
        .wrong
      } else if over > 0 || (growth ?? 0) > Self.flatness {
        .overBudget
      } else if own.contains(where: { $0.verdict == .unclear }) { .unclear } else { .holds }
  }

  /// The share of its budget that a figure takes.
  private static func share(_ row: MeasuredRow) -> Double {
    guard let figure = row.figure, let limit = row.budget else { return .infinity }
    return limit > 0 ? figure / limit : figure
  }
}
