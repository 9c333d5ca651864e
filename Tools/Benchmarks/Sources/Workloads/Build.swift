import Measuring
import StrataCore

/// Times the making and anchoring of a list, without the end of the previous one.
enum Build {
  /// A child's share in lock pairs, a figure for each round.
  static func figures(size: Int, rounds: Int = 9) -> [Double] {
    var figures: [Double] = []
    // Several small lists at a time, because a query of the clock takes as long as building one.
    let group = max(1, 1_000 / size)
    let repetitions = max(1, 20_000 / size / group)
    for _ in 0..<rounds {
      let floor = LockPair.nanoseconds(over: 100_000)
      var total = 0.0
      for _ in 0..<repetitions {
        var anchors: [Anchor] = []
        anchors.reserveCapacity(group)
        let begin = now()
        for _ in 0..<group { anchors.append(Anchor(Listing(count: size).context)) }
        total += now() - begin
        withExtendedLifetime(anchors) {}
      }
      figures.append(total / Double(repetitions * group * size) / floor)
    }
    return figures
  }
}
