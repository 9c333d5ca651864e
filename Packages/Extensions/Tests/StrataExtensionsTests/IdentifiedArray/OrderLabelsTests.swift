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

  @Test func eightEntriesAtTheEndAreWrittenBeforeLabelsAreStored() {
    var labels = OrderLabels()
    #expect(labels.insert(at: 42, count: 50) == 42..<51)
    #expect(labels.remove(at: 43, count: 51) == 43..<50)
    #expect(labels.isRegular)
    #expect(labels.remove(at: 41, count: 50) == 0..<0)
    #expect(!labels.isRegular)
    var others = OrderLabels()
    #expect(others.insert(at: 41, count: 50) == 41..<42)
    #expect(!others.isRegular)
  }

  /// A window of 16 labels needs a mean distance of 64, and one twice as wide twice the distance.
  @Test func aCrowdIsSpreadOverTheSmallestWindowThatIsAiryEnough() {
    let windows: [(room: Int64, spread: Range<Int>)] = [(17 * 64, 40..<56), (17 * 64 - 1, 32..<64)]
    for (room, window) in windows {
      var labels = OrderLabels()
      labels.makeSpread(count: 99)
      let below = labels.spread[39]
      for position in 40..<55 { labels.spread[position] = below + Int64(position - 39) }
      for position in 55..<99 {
        labels.spread[position] = below + room + Int64(position - 55) * OrderLabels.stride
      }
      #expect(labels.insert(at: 48, count: 99) == window)
      check(labels)
    }
  }

  /// Outside the ends of the order there is all the room that is asked for.
  @Test func aCrowdAtAnEndIsSpreadOutOfTheOrder() {
    for (outer, inner, window) in [(98, 97, 84..<100), (0, 1, 0..<16)] {
      var labels = OrderLabels()
      labels.makeSpread(count: 99)
      labels.spread[outer] = labels.spread[inner] + Int64(outer - inner)
      #expect(labels.insert(at: max(outer, inner), count: 99) == window)
      let distances = zip(labels.spread, labels.spread.dropFirst()).map { $1 - $0 }
      #expect(distances[window.dropLast()].allSatisfy { $0 == OrderLabels.stride })
      check(labels)
    }
  }

  @Test func aCrowdAsWideAsTheOrderStartsItAgain() {
    var labels = OrderLabels()
    labels.makeSpread(count: 15)
    labels.spread[7] = labels.spread[8] - 1
    #expect(labels.insert(at: 8, count: 15) == 0..<16)
    #expect(labels.isRegular)
  }

  @Test func anOrderThatEmptiesBeginsWhereItBegan() {
    var labels = OrderLabels()
    for _ in 0..<3 {
      #expect(labels.insert(at: 0, count: 0) == 0..<1)
      #expect(labels.remove(at: 0, count: 1) == 0..<0)
    }
    #expect(labels.isRegular && labels.first == 0)
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
  /// At one position; behind the last insertion; in the middle of the inserted elements, where a crowd grows on both
  /// sides; behind the first element; and before the last.
  @Test(arguments: [2_000, 8_000, 32_000])
  func writesFewLabelsForInsertionsAtOnePlace(insertions: Int) {
    let places: [@Sendable (Int) -> Int] = [
      { _ in 500 }, { 500 + $0 }, { 500 + $0 / 2 }, { _ in 1 }, { 999 + $0 },
    ]
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
