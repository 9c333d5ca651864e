import StrataCore

/// Times the making and anchoring of a list without the end of the one before.
enum Build {
  /// The median, over rounds, of a child's share in lock pairs.
  static func figure(size: Int, rounds: Int = 9) -> Double {
    var figures: [Double] = []
    let repetitions = max(1, 20_000 / size)
    for _ in 0..<rounds {
      let start = now()
      Floors.lock(100_000)
      let floor = (now() - start) / 100_000
      var total = 0.0
      for _ in 0..<repetitions {
        let begin = now()
        let list = Listing(count: size)
        let anchor = Anchor(list.context)
        total += now() - begin
        withExtendedLifetime(anchor) {}
      }
      figures.append(total / Double(repetitions * size) / floor)
    }
    return figures.sorted()[rounds / 2]
  }
}
