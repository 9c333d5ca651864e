import ReactiveGraphs
import Testing

/// Only the reads of the last run count.
@Suite struct DynamicTests {
  @Test func theOtherBranchCountsForNothing() {
    let graph = Graph([1, 10, 20])
    let (flag, a, b) = (graph(0), graph(1), graph(2))
    let node = graph.computed { flag.value == 1 ? a.value : b.value }
    #expect(node.value == 10)
    b.value = 21
    #expect(node.value == 10)
    #expect(node.runs == 1)
    flag.value = 0
    #expect(node.value == 21)
    a.value = 11
    #expect(node.value == 21)
    #expect(node.runs == 2)
  }

  @Test func aNodeOfTheBranchThatWasLeftDoesNotRun() {
    let graph = Graph([1, 10])
    let (flag, a) = (graph(0), graph(1))
    let costly = graph.computed { a.value }
    let node = graph.computed { flag.value == 1 ? costly.value : 0 }
    #expect(node.value == 10)
    graph.batch {
      flag.value = 0
      a.value = 11
    }
    #expect(node.value == 0)
    #expect([costly.runs, node.runs] == [1, 2])
  }

  @Test func aConditionGuardsWhatItGuards() {
    let graph = Graph([2, 7])
    let (count, index) = (graph(0), graph(1))
    let items = [5, 6]
    let isThere = graph.computed { count.value > 0 ? 1 : 0 }
    // Would trap with no items.
    let item = graph.computed { items[0..<count.value][0] + index.value }
    let node = graph.computed { isThere.value == 1 ? item.value : -1 }
    #expect(node.value == 12)
    count.value = 0
    #expect(node.value == -1)
    count.value = 1
    #expect(node.value == 12)
    #expect([isThere.runs, item.runs, node.runs] == [3, 2, 3])
  }

  @Test func aConditionThatIsDerivedRunsFirst() {
    let graph = Graph([0, 0])
    let (a, b) = (graph(0), graph(1))
    let isPositive = graph.computed { a.value > 0 ? 1 : 0 }
    let costly = graph.computed { b.value }
    let node = graph.computed { isPositive.value == 1 ? costly.value : -1 }
    #expect(node.value == -1)
    #expect(costly.runs == 0)
    a.value = 1
    #expect(node.value == 0)
    a.value = 2
    #expect(node.value == 0)
    #expect([isPositive.runs, costly.runs, node.runs] == [3, 1, 2])
  }

  @Test(arguments: [2, 5, 30])
  func theSourcesMayGrowAndShrink(_ most: Int) {
    let graph = Graph([0] + Array(1...most))
    let count = graph(0)
    let others = Array(graph.signals.dropFirst())
    let node = graph.computed { others.prefix(count.value).reduce(0) { $0 + $1.value } }
    #expect(node.value == 0)
    for number in Array(1...most) + Array((0..<most).reversed()) {
      count.value = number
      #expect(node.value == number * (number + 1) / 2)
      let runs = node.runs
      for other in others.dropFirst(number) { other.value += 0 }
      if number < most { others[most - 1].value = most * 1 }
      #expect(node.value == number * (number + 1) / 2)
      #expect(node.runs == runs)
    }
    #expect(node.runs == 2 * most + 1)
  }

  @Test(arguments: [3, 12])
  func theOrderOfTheSourcesMayChange(_ count: Int) {
    let graph = Graph([0] + Array(repeating: 1, count: count))
    let turn = graph(0)
    let others = Array(graph.signals.dropFirst())
    let node = graph.computed {
      (0..<count).reduce(0) { $0 * 3 + others[($1 + turn.value) % count].value }
    }
    let first = node.value
    for value in 1...count {
      turn.value = value
      #expect(node.value == first)
    }
    #expect(node.runs == count + 1)
    others[0].value = 2
    #expect(node.value != first)
    #expect(node.runs == count + 2)
  }

  @Test func aSourceReadAgainIsWatchedAgain() {
    let graph = Graph([1, 5])
    let (flag, a) = (graph(0), graph(1))
    let node = graph.computed { flag.value == 1 ? a.value : 0 }
    #expect(node.value == 5)
    flag.value = 0
    #expect(node.value == 0)
    a.value = 6
    flag.value = 1
    #expect(node.value == 6)
    a.value = 7
    #expect(node.value == 7)
    #expect(node.runs == 4)
  }

  @Test func aSourceThatBecameUnreadIsLetGoOf() {
    let graph = Graph([1, 5])
    let (flag, a) = (graph(0), graph(1))
    let inner = graph.computed { a.value }
    let node = graph.computed { flag.value == 1 ? inner.value : 0 }
    let values = graph.values(of: node)
    a.value = 6
    #expect(inner.runs == 2)
    flag.value = 0
    a.value = 7
    a.value = 8
    #expect(inner.runs == 2)
    #expect(values.all == [5, 6, 0])
  }

  @Test func anObservedSwitchIsToldOnce() {
    let graph = Graph([1, 5, 6])
    let (flag, a, b) = (graph(0), graph(1), graph(2))
    let node = graph.computed { flag.value == 1 ? a.value : b.value }
    let values = graph.values(of: node)
    graph.batch {
      flag.value = 0
      a.value = 50
      b.value = 60
    }
    a.value = 51
    #expect(values.all == [5, 60])
    #expect(node.runs == 2)
  }

  @Test func aSwitchBetweenDerivedValuesRunsTheNewOneOnly() {
    let graph = Graph([1, 5, 6])
    let (flag, a, b) = (graph(0), graph(1), graph(2))
    let left = graph.computed { a.value }
    let right = graph.computed { b.value }
    let node = graph.computed { (flag.value == 1 ? left : right).value }
    #expect(node.value == 5)
    graph.batch {
      flag.value = 0
      a.value = 7
    }
    #expect(node.value == 6)
    #expect([left.runs, right.runs, node.runs] == [1, 1, 2])
  }

  @Test func whatLooksLikeACycleFromOutsideIsNone() {
    let graph = Graph([1])
    let flag = graph.signal
    let one = Later()
    let two = graph.computed { flag.value == 1 ? 10 : one.value + 1 }
    one.set(graph.computed { flag.value == 1 ? two.value + 1 : 20 })
    #expect([one.value, two.value] == [11, 10])
    flag.value = 0
    #expect([one.value, two.value] == [20, 21])
    flag.value = 1
    #expect([two.value, one.value] == [10, 11])
  }
}
