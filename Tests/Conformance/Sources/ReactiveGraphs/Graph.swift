import StrataConcurrency
package import StrataCore

/// A tree of one context, whose slots are numbers: the sources of a graph of derived numbers.
package final class Graph: Sendable {
  package let context: Context
  private let anchor: Anchor
  /// The sources.
  package let signals: [Signal]

  /// Makes a graph with sources of some values.
  package init(_ values: [Int]) {
    let layout = Layout(
      name: "Graph",
      slots: values.indices.map { .value("signal\($0)", Int.self) }
    )
    context = Context(layout: layout)
    for (index, value) in values.enumerated() {
      context.initialize(layout.slot(index, as: Int.self), to: value)
    }
    anchor = Anchor(context, at: .thisLine())
    signals = values.indices.map { [context] in
      Signal(context: context, slot: layout.slot($0, as: Int.self))
    }
  }

  /// The only source, or the first of several.
  package var signal: Signal { signals[0] }

  package func callAsFunction(_ index: Int) -> Signal { signals[index] }

  /// Derives a number.
  package func computed(_ body: @escaping @Sendable () -> Int) -> Computed {
    Computed(of: context, body)
  }

  /// Derives a number, or an error.
  package func failing(_ body: @escaping @Sendable () throws -> Int) -> FailingComputed {
    FailingComputed(of: context, body)
  }

  /// Writes several sources as one change.
  package func batch(_ body: () -> Void) { context.transaction(body) }

  /// Runs a closure now, and again whenever what it has read has changed.
  package func effect(_ body: @escaping @Sendable () -> Void) -> Effect { Effect(body) }

  /// Notes the values of a derived number: the first, and each that differs.
  package func values(of computed: Computed) -> Values { Values(computed) }
}

/// A source.
package struct Signal: Sendable {
  let context: Context
  let slot: Slot<Int>

  package var value: Int {
    get { context.read(slot) }
    nonmutating set { context.write(slot, newValue) }
    nonmutating _modify { yield &context[slot] }
  }
}
