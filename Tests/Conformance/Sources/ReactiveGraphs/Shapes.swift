// The graphs that benchmarks of reactive libraries have in common, small.

/// A graph, its source, its last values, and all that is computed in it.
package struct Shape: Sendable, CustomStringConvertible {
  package let name: String
  package let graph: Graph
  package let nodes: [Computed]
  package let outputs: [Computed]
  /// The expected outputs for the values of the sources.
  package let expected: @Sendable ([Int]) -> [Int]

  package var description: String { name }

  /// The expected outputs now.
  package var expectedNow: [Int] { expected(graph.signals.map(\.value)) }

  /// The sum of the computations since the last call.
  package func takeRuns() -> Int { nodes.reduce(0) { $0 + $1.takeRuns() } }

  /// A chain: each node adds one to the one before.
  package static func chain(_ length: Int) -> Shape {
    let graph = Graph([0])
    var nodes: [Computed] = [graph.computed { [signal = graph.signal] in signal.value + 1 }]
    for _ in 1..<length {
      nodes.append(graph.computed { [last = nodes[nodes.count - 1]] in last.value + 1 })
    }
    return Shape(
      name: "chain of \(length)",
      graph: graph,
      nodes: nodes,
      outputs: [nodes[length - 1]]
    ) {
      [$0[0] + length]
    }
  }

  /// Many pairs of nodes that depend on one source.
  package static func broad(_ width: Int) -> Shape {
    let graph = Graph([0])
    let signal = graph.signal
    let first = (0..<width).map { index in graph.computed { signal.value + index } }
    let second = first.map { node in graph.computed { node.value + 1 } }
    return Shape(name: "broad \(width)", graph: graph, nodes: first + second, outputs: second) {
      values in
      (0..<width).map { values[0] + $0 + 1 }
    }
  }

  /// One source, some nodes, and their sum.
  package static func diamond(_ width: Int) -> Shape {
    let graph = Graph([0])
    let signal = graph.signal
    let sides = (0..<width).map { _ in graph.computed { signal.value + 1 } }
    let sum = graph.computed { sides.reduce(0) { $0 + $1.value } }
    return Shape(name: "diamond \(width)", graph: graph, nodes: sides + [sum], outputs: [sum]) {
      [(($0[0]) + 1) * width]
    }
  }

  /// A chain, and the sum of all of it.
  package static func triangle(_ width: Int) -> Shape {
    let graph = Graph([0])
    let signal = graph.signal
    var nodes: [Computed] = [graph.computed { signal.value + 1 }]
    for _ in 1..<width {
      nodes.append(graph.computed { [last = nodes[nodes.count - 1]] in last.value + 1 })
    }
    let sum = graph.computed { [nodes] in nodes.reduce(0) { $0 + $1.value } }
    return Shape(name: "triangle \(width)", graph: graph, nodes: nodes + [sum], outputs: [sum]) {
      values in [(1...width).reduce(0) { $0 + values[0] + $1 }]
    }
  }

  /// Diamonds, one after the other: as many paths as 2 to the power of their number.
  package static func ladder(_ steps: Int) -> Shape {
    let graph = Graph([1])
    let signal = graph.signal
    var nodes: [Computed] = []
    var last = graph.computed { signal.value }
    nodes.append(last)
    for _ in 0..<steps {
      let top = last
      let left = graph.computed { top.value }
      let right = graph.computed { top.value }
      last = graph.computed { (left.value &+ right.value) & 0xFFFF }
      nodes += [left, right, last]
    }
    return Shape(name: "ladder of \(steps)", graph: graph, nodes: nodes, outputs: [last]) {
      values in
      [(0..<steps).reduce(values[0]) { number, _ in (number &* 2) & 0xFFFF }]
    }
  }

  /// Many sources, one sum of all of them, and a node for each.
  package static func mux(_ width: Int) -> Shape {
    let graph = Graph(Array(repeating: 0, count: width))
    let signals = graph.signals
    let all = graph.computed { signals.reduce(0) { $0 + $1.value } }
    let each = signals.map { signal in graph.computed { signal.value + 1 } }
    return Shape(name: "mux of \(width)", graph: graph, nodes: [all] + each, outputs: [all] + each)
    {
      [$0.reduce(0, +)] + $0.map { $0 + 1 }
    }
  }

  /// One node that reads one source many times.
  package static func repeated(_ times: Int) -> Shape {
    let graph = Graph([0])
    let signal = graph.signal
    let node = graph.computed { (0..<times).reduce(0) { sum, _ in sum + signal.value } }
    return Shape(name: "repeated \(times)", graph: graph, nodes: [node], outputs: [node]) {
      [$0[0] * times]
    }
  }

  /// Nodes that read another node while the source is even, and a third one while it is odd.
  package static func unstable(_ width: Int) -> Shape {
    let graph = Graph([0])
    let signal = graph.signal
    let double = graph.computed { signal.value * 2 }
    let negative = graph.computed { -signal.value }
    let node = graph.computed {
      (0..<width).reduce(0) { sum, _ in
        sum + (signal.value % 2 != 0 ? double.value : negative.value)
      }
    }
    return Shape(
      name: "unstable \(width)",
      graph: graph,
      nodes: [double, negative, node],
      outputs: [node]
    ) {
      [width * ($0[0] % 2 != 0 ? $0[0] * 2 : -$0[0])]
    }
  }

  /// Layers of four nodes; each node combines adjacent nodes of the previous layer.
  package static func layers(_ count: Int) -> Shape {
    let graph = Graph([1, 2, 3, 4])
    var layer: [@Sendable () -> Int] = graph.signals.map { signal in { signal.value } }
    var nodes: [Computed] = []
    for _ in 0..<count {
      let m = layer
      let next = [
        graph.computed { m[1]() },
        graph.computed { m[0]() - m[2]() },
        graph.computed { m[1]() + m[3]() },
        graph.computed { m[2]() },
      ]
      nodes += next
      layer = next.map { node in { node.value } }
    }
    return Shape(
      name: "\(count) layers",
      graph: graph,
      nodes: nodes,
      outputs: Array(nodes.suffix(4))
    ) { values in
      (0..<count).reduce(values) { m, _ in [m[1], m[0] - m[2], m[1] + m[3], m[2]] }
    }
  }
}
