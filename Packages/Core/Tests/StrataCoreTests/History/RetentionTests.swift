import StrataConcurrency
import Testing

@testable import StrataCore

/// Histories that keep some of their states, beside a plain list of states.
@Suite struct RetentionTests {
  private static let layout = Layout(
    name: "Numbers",
    slots: [.value("first", Int.self), .value("second", Int.self), .value("third", Int.self)]
  )

  /// A recorded state, as the documentation describes it.
  struct Plain: Equatable {
    var id: Int
    var time: Int
    /// The properties in which it differs from the state before, or has differed from one that is not kept.
    var changed: Set<Int>
    var values: [Int]
  }

  /// The states that a rule keeps.
  struct PlainHistory {
    var states = [Plain(id: 0, time: 0, changed: [], values: [0, 0, 0])]
    var position = 0
    private var lastID = 0

    mutating func write(_ slot: Int, _ value: Int, time: Int, _ rule: HistoryRetention.Rule) {
      var values = states[position].values
      guard values[slot] != value else { return }
      let undone = states[(position + 1)...]
      if !undone.isEmpty {
        let changed = undone.reduce(into: Set()) { $0.formUnion($1.changed) }
        append(Plain(id: 0, time: time, changed: changed, values: values))
      }
      values[slot] = value
      append(Plain(id: 0, time: time, changed: [slot], values: values))
      thin(rule)
      position = states.count - 1
    }

    private mutating func append(_ state: Plain) {
      lastID += 1
      states.append(state)
      states[states.count - 1].id = lastID
    }

    private mutating func thin(_ rule: HistoryRetention.Rule) {
      switch rule {
      case .unlimited: break
      case .tail(let most): states.removeFirst(max(0, states.count - most))
      case .spaced(let span):
        var index = 1
        while index < states.count - 1 {
          if .seconds(states[index].time - states[index - 1].time) < span {
            remove(index)
          } else {
            index += 1
          }
        }
      case .spread(let most):
        while states.count > most {
          let gaps = (1..<states.count - 1).map { states[$0].time - states[$0 - 1].time }
          remove(1 + gaps.firstIndex(of: gaps.min() ?? 0)!)
        }
      }
    }

    private mutating func remove(_ index: Int) {
      states[index + 1].changed.formUnion(states[index].changed)
      states.remove(at: index)
    }
  }

  @Test(arguments: 0..<60)
  func aHistoryKeepsTheStatesOfItsRule(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let rules: [HistoryRetention] = [
      .unlimited, .tail(Int.random(in: 1...4, using: &random)),
      .timeDelta(.seconds(Int.random(in: 0...5, using: &random))),
      .timeDelta(maxCount: Int.random(in: 2...6, using: &random)),
    ]
    let retention = rules[Int(seed) % rules.count]
    let context = Context(layout: Self.layout)
    let slots = (0..<3).map { Slot<Int>(uncheckedIndex: $0) }
    for slot in slots { context.initialize(slot, to: 0) }
    let anchor = Anchor(context)
    let time = Locked(0, rank: .leaf)
    let history = try #require(
      StateHistory(of: context, keeping: retention) { .seconds(time.withLock { $0 }) }
    )
    var plain = PlainHistory()
    for step in 0..<60 {
      time.withLock { $0 += Int.random(in: 0...4, using: &random) }
      if Int.random(in: 0..<5, using: &random) == 0 {
        plain.position = Int.random(in: 0..<plain.states.count, using: &random)
        let record = history.records[plain.position]
        #expect(history.restore(record.id, at: .thisLine()))
      } else {
        let slot = Int.random(in: 0..<3, using: &random)
        let value = Int.random(in: 0..<3, using: &random)
        context.write(slots[slot], value)
        plain.write(slot, value, time: time.withLock { $0 }, retention.rule)
      }
      let found = history.records.map { [$0.id, Int($0.time.components.seconds), $0.changeCount] }
      try #require(
        found == plain.states.map { [$0.id, $0.time, $0.changed.count] },
        "\(retention), step \(step)"
      )
      try #require(history.position == plain.position)
      try #require(slots.map { context[$0] } == plain.states[plain.position].values)
    }
    // Each state that is kept can be restored.
    for (index, state) in plain.states.enumerated().shuffled(using: &random) {
      #expect(history.restore(history.records[index].id, at: .thisLine()))
      #expect(slots.map { context[$0] } == state.values)
    }
    withExtendedLifetime(anchor) {}
  }
}
