/// The figures of one workload's rounds, in order of size.
package struct Distribution: Equatable, Sendable {
  /// The figures, smallest first.
  package let values: [Double]

  /// - Precondition: At least one figure.
  package init(_ figures: [Double]) {
    precondition(!figures.isEmpty, "A distribution has at least one figure.")
    values = figures.sorted()
  }

  /// The value below which a share of the figures lies.
  ///
  /// - Parameter share: From 0 for the smallest to 1 for the largest.
  /// - Returns: A figure, or the interpolation between two adjacent ones.
  package func quantile(_ share: Double) -> Double {
    let place = share * Double(values.count - 1)
    let below = Int(place)
    let above = min(below + 1, values.count - 1)
    return values[below] + (values[above] - values[below]) * (place - Double(below))
  }

  /// The figure in the middle.
  package var median: Double { quantile(0.5) }

  /// The middle half, which is the spread that reports state.
  package var spread: ClosedRange<Double> { quantile(0.25)...quantile(0.75) }
}
