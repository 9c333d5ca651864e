import Testing

@testable import StrataExtensions

@Suite struct OrderLabelsTests {
  @Test func staysRegularAtBothEnds() {
    var labels = OrderLabels()
    for count in 0..<50 {
      #expect(labels.insert(at: count, count: count) == count..<count + 1)
    }
    #expect(labels.insert(at: 0, count: 50) == 0..<1)
    #expect(labels.remove(at: 0, count: 51) == 0..<0)
    #expect(labels.remove(at: 49, count: 50) == 49..<49)
    #expect(labels.insert(at: 45, count: 49) == 45..<50)
    #expect(labels.remove(at: 44, count: 50) == 44..<49)
    #expect(labels.move(from: 10, to: 17, count: 49) == 10..<18)
    #expect(labels.move(from: 17, to: 10, count: 49) == 10..<18)
    #expect(labels.isRegular)
  }

  @Test func oneLabelIsWrittenForAnInsertionBetween() {
    var labels = OrderLabels()
    #expect(labels.insert(at: 50, count: 100) == 50..<51)
    #expect(!labels.isRegular)
    #expect(labels.spread.count == 101)
    #expect(labels.remove(at: 20, count: 101) == 0..<0)
    check(labels)
  }

  @Test func findsThePositionOfEveryLabel() {
    var labels = OrderLabels()
    var count = 300
    var generator = SeededGenerator(seed: 11)
    for step in 0..<2_000 {
      let position = Int.random(in: 0..<count, using: &generator)
      if step % 2 == 0, count > 100 {
        _ = labels.remove(at: position, count: count)
        count -= 1
      } else {
        _ = labels.insert(at: position, count: count)
        count += 1
      }
    }
    #expect(labels.spread.count == count)
    check(labels)
  }

  /// The worst for labels: always where distances were just halved.
  ///
  /// At one position; behind the last insertion; and in the middle of the inserted elements, where a crowd grows on
  /// both sides.
  @Test(arguments: [2_000, 8_000, 32_000])
  func writesFewLabelsForInsertionsAtOnePlace(insertions: Int) {
    let places: [@Sendable (Int) -> Int] = [{ _ in 500 }, { 500 + $0 }, { 500 + $0 / 2 }]
    for place in places {
      var labels = OrderLabels()
      labels.makeSpread(count: 1_000)
      var written = 0
      for step in 0..<insertions {
        written += labels.insert(at: place(step), count: 1_000 + step).count
      }
      check(labels)
      // The number grows with the logarithm: 5.6, 7.2 and 8.7 for the third sequence of positions.
      #expect(written < insertions * 10)
    }
  }

  @Test func startsAgainBeforeLabelsOverflow() {
    var queue = OrderLabels()
    queue.first = OrderLabels.limit - 1
    #expect(queue.remove(at: 0, count: 20) == 0..<19)
    #expect(queue.first == 0)
    var stack = OrderLabels()
    stack.first = -OrderLabels.limit
    #expect(stack.insert(at: 0, count: 20) == 0..<21)
    #expect(stack.first == 0)
    var spread = OrderLabels()
    spread.first = OrderLabels.limit - 1
    spread.makeSpread(count: 20)
    #expect(spread.insert(at: 20, count: 20) == 0..<21)
    #expect(spread.isRegular)
  }

  private func check(_ labels: OrderLabels) {
    #expect(zip(labels.spread, labels.spread.dropFirst()).allSatisfy { $0 < $1 })
    #expect(labels.spread.indices.allSatisfy { labels.position(of: labels.spread[$0]) == $0 })
  }
}
