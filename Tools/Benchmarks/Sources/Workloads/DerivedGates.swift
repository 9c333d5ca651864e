import Measuring
import StrataConcurrency
import StrataCore

/// The promises of derived values: one computation for each node that a change reaches, no other.
enum DerivedGates {
  static var all: [Gate] {
    [
      Gate("derived, chain of 10, changed and read: computations", .exactly(10)) { _ in
        DerivedRows.changedChain(of: 10)
      },
      Gate("derived, chain of 1,000, changed and read: computations", .exactly(1_000)) { _ in
        DerivedRows.changedChain(of: 1_000)
      },
      Gate("derived, equal result: computations behind it", .exactly(1)) { _ in
        DerivedRows.avoided()
      },
      Gate("derived, read without a change: allocations", .allocations(atMost: 0)) { _ in
        DerivedRows.unchanged()
      },
      // The change in place is counted, for the equality that it passes on; a computation allocates nothing.
      Gate("derived, chain of 1,000, changed and read: allocations", .allocations(atMost: 1)) { _ in
        DerivedRows.changedChain(of: 1_000)
      },
      // 2,380 where commits of sources are counted for private evaluations.
      Gate("derived, one changed and read: instructions", .instructions(atMost: 2_500)) { _ in
        DerivedRows.changedChain(of: 1)
      },
      // 3,308 where an observer retains the last value that it received.
      Gate("derived, one that is watched changed: instructions", .instructions(atMost: 3_470)) {
        _ in
        DerivedRows.watched(1)
      },
      Gate("derived, one that is watched changed: allocations", .allocations(atMost: 1)) { _ in
        DerivedRows.watched(1)
      },
      // 1,677 where one pass updates them, and one more lock pair notifies each. Each count of an object adds 25.
      Gate("derived, N that are watched changed: each", .slope(atMost: 1_720), sizes: [10, 30]) {
        DerivedRows.watched($0)
      },
      Gate(
        "derived, N that are watched changed in a transaction: each",
        .slope(atMost: 1_960),
        sizes: [10, 30]
      ) {
        DerivedRows.watched($0, inTransaction: true)
      },
      Gate("derived, chain of N, changed and read: each", .slope(atMost: 820), sizes: [10, 30]) {
        DerivedRows.changedChain(of: $0)
      },
      Gate(
        "derived, one of N nodes changed and read: flat",
        .flat(atMost: 1.1),
        sizes: [10, 1_000]
      ) {
        DerivedRows.oneOf($0)
      },
    ]
  }
}

extension DerivedRows {
  static func changedChain(of depth: Int) -> Gate.Operation {
    let graph = Graph()
    let leaf = graph.leaf
    var last = graph.node { leaf.count }
    for _ in 1..<depth { last = graph.node { [last] in last.value + 1 } }
    return operation(graph, last)
  }

  /// A number of nodes on one leaf, each with an observer.
  static func watched(_ nodes: Int, inTransaction: Bool = false) -> Gate.Operation {
    let graph = Graph()
    let leaf = graph.leaf
    let told = Tally()
    let kept = (0..<nodes).map { number in
      graph.node { leaf.count + number }.observe(at: .thisLine()) { _ in told.add() }
    }
    return Gate.Operation { count in
      for _ in 0..<count {
        if inTransaction {
          leaf.context.transaction { leaf.count += 1 }
        } else {
          leaf.count += 1
        }
      }
      withExtendedLifetime((graph.anchor, kept)) {}
    }
  }

  static func avoided() -> Gate.Operation {
    let graph = Graph()
    let leaf = graph.leaf
    leaf.count = 1
    let sign = graph.node { leaf.count.signum() }
    let behind = graph.node { sign.value + 1 }
    return operation(graph, behind)
  }

  static func unchanged() -> Gate.Operation {
    let graph = Graph()
    let leaf = graph.leaf
    let node = graph.node { leaf.count + 1 }
    return Gate.Operation { count in
      var sum = 0
      for _ in 0..<count { sum &+= node.value }
      keep(sum)
      withExtendedLifetime(graph.anchor) {}
    }
  }

  /// One of many nodes on leaves of their own in one tree.
  static func oneOf(_ nodes: Int) -> Gate.Operation {
    let list = Listing(count: nodes)
    let anchor = Anchor(list.context)
    let rows = list.rows
    let doubled = rows.map { row in
      Derived(of: row.context, at: .thisLine()) { row.count * 2 }
    }
    for node in doubled { keep(node.value) }
    return Gate.Operation { count in
      for number in 1...count {
        rows[nodes / 2].count += number
        keep(doubled[nodes / 2].value)
      }
      withExtendedLifetime(anchor) {}
    }
  }

  private static func operation(_ graph: Graph, _ last: Derived<Int, Never>) -> Gate.Operation {
    keep(last.value)
    let tally = { graph.runs.number }
    return Gate.Operation(tally: tally) { count in
      for _ in 0..<count {
        graph.leaf.count += 1
        keep(last.value)
      }
      withExtendedLifetime(graph.anchor) {}
    }
  }
}
