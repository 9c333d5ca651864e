import StrataConcurrency
import Testing

@testable import StrataCore

/// Random writes in all ways and of all kinds of values, beside plain numbers.
@Suite struct RandomWriteTests {
  @Test(arguments: 0..<80)
  func whoListensLearnsWhatPlainNumbersSay(_ seed: UInt64) throws {
    let program = try RandomWrites(seed)
    for step in 0..<60 {
      program.step()
      try program.check(step)
    }
  }
}

/// A value that equals another one with the same half, whatever its note.
private struct Marked: Equatable {
  var half: Int
  var note: String

  static func == (a: Marked, b: Marked) -> Bool { a.half == b.half }
}

/// A value of three words, which is read without the lock.
private struct Triple: Equatable {
  var first: Int
  var second: Int
  var third: Int8
}

/// Contexts whose slots have values of different kinds, each of which stands for a number.
private final class RandomWrites {
  private enum Kind: Int, CaseIterable {
    case number, triple, text, marked, opaque, list

    /// Whether a write of one number after another is a change.
    func isChange(from old: Int, to new: Int) -> Bool {
      switch self {
      case .marked: old / 2 != new / 2
      case .opaque: true
      default: old != new
      }
    }
  }

  private struct Place: Hashable {
    let context: Int
    let kind: Kind
  }

  private static let layout = Layout(
    name: "Values",
    slots: [
      .value("number", Int.self), .value("triple", Triple.self), .value("text", String.self),
      .value("marked", Marked.self), .value("opaque", Opaque.self), .value("list", [Int].self),
    ]
  )

  private let parent = Kid("parent")
  private let contexts: [Context]
  private let anchor: Anchor
  private let changeLog: ChangeLog
  /// Counts what is made, in every other program; a tree without observers writes in a shorter way.
  private let metrics: TreeMetrics?
  private var counted = TreeMetrics.Snapshot()
  private var random: SplitMix
  private let log = Log()
  private let logged = Log()
  private var observers: [Place: Subscription] = [:]
  private var trackers: [(tracker: Tracker, places: [Place])] = []
  /// The trackers and derived values are notified once in a commit.
  private var sums: [(derived: Derived<Int, Never>, observer: Subscription, places: [Place])] = []
  private var lastName = 0
  private var numbers: [Place: Int] = [:]
  /// What the last step has to notify.
  private var expected: (calls: [String], logged: [String]) = ([], [])

  init(_ seed: UInt64) throws {
    random = SplitMix(state: seed)
    contexts = (0..<2).map { _ in Context(layout: Self.layout) }
    for context in contexts {
      context.initialize(Slot<Int>(uncheckedIndex: 0), to: 0)
      context.initialize(Slot<Triple>(uncheckedIndex: 1), to: Triple(first: 0, second: 0, third: 0))
      context.initialize(Slot<String>(uncheckedIndex: 2), to: "0")
      context.initialize(Slot<Marked>(uncheckedIndex: 3), to: Marked(half: 0, note: "0"))
      context.initialize(Slot<Opaque>(uncheckedIndex: 4), to: Opaque(number: 0))
      context.initialize(Slot<[Int]>(uncheckedIndex: 5), to: [])
    }
    let metrics = seed % 2 == 0 ? TreeMetrics() : nil
    self.metrics = metrics
    let root = parent.context
    anchor = metrics.map { withTreeObserver($0) { Anchor(root) } } ?? Anchor(root)
    parent.kids = contexts.map { Kid(context: $0) }
    for context in 0..<2 {
      for kind in Kind.allCases { numbers[Place(context: context, kind: kind)] = 0 }
    }
    // The children.
    (counted.rounds, counted.writes, counted.writesByProperty) = (1, 1, ["Item.kids": 1])
    let opened = parent.context.openChangeLog(keepsValues: true) { [logged, contexts] entry in
      for change in entry.changes {
        let context = contexts.firstIndex { $0 === change.context } ?? -1
        logged.add("\(context).\(change.slot)")
      }
    }
    changeLog = try #require(opened)
  }

  private func pick(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func anyPlace() -> Place {
    Place(context: pick(below: 2), kind: Kind.allCases[pick(below: Kind.allCases.count)])
  }

  // MARK: Reading and writing

  private static func read(_ place: Place, of contexts: [Context]) -> Int {
    let context = contexts[place.context]
    return switch place.kind {
    case .number: context[Slot<Int>(uncheckedIndex: 0)]
    case .triple: context[Slot<Triple>(uncheckedIndex: 1)].second
    case .text: Int(context[Slot<String>(uncheckedIndex: 2)]) ?? -1
    case .marked: context[Slot<Marked>(uncheckedIndex: 3)].half
    case .opaque: context[Slot<Opaque>(uncheckedIndex: 4)].number
    case .list: context[Slot<[Int]>(uncheckedIndex: 5)].count
    }
  }

  /// What `read` gives for a number.
  private static func shown(_ number: Int, _ kind: Kind) -> Int {
    kind == .marked ? number / 2 : number
  }

  private static func triple(_ number: Int) -> Triple {
    Triple(first: -number, second: number, third: Int8(number))
  }

  private func assign(_ number: Int, to place: Place) {
    let context = contexts[place.context]
    switch place.kind {
    case .number: context[Slot<Int>(uncheckedIndex: 0)] = number
    case .triple: context[Slot<Triple>(uncheckedIndex: 1)] = Self.triple(number)
    case .text: context[Slot<String>(uncheckedIndex: 2)] = "\(number)"
    case .marked:
      context[Slot<Marked>(uncheckedIndex: 3)] = Marked(half: number / 2, note: "\(number)")
    case .opaque: context[Slot<Opaque>(uncheckedIndex: 4)] = Opaque(number: number)
    case .list: context[Slot<[Int]>(uncheckedIndex: 5)] = Array(repeating: 7, count: number)
    }
  }

  private func changeInPlace(_ number: Int, _ place: Place) {
    func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }
    let context = contexts[place.context]
    switch place.kind {
    case .number: change(&context[Slot<Int>(uncheckedIndex: 0)]) { $0 = number }
    case .triple: change(&context[Slot<Triple>(uncheckedIndex: 1)]) { $0 = Self.triple(number) }
    case .text: change(&context[Slot<String>(uncheckedIndex: 2)]) { $0 = "\(number)" }
    case .marked:
      change(&context[Slot<Marked>(uncheckedIndex: 3)]) { $0.half = number / 2 }
    case .opaque: change(&context[Slot<Opaque>(uncheckedIndex: 4)]) { $0.number = number }
    case .list:
      change(&context[Slot<[Int]>(uncheckedIndex: 5)]) { list in
        while list.count > number { list.removeLast() }
        while list.count < number { list.append(7) }
      }
    }
  }

  // MARK: Steps

  func step() {
    switch pick(below: 12) {
    case 0: observe(anyPlace())
    case 1: track()
    case 2: derive()
    case 3, 4: endOne()
    case 5, 6, 7: commit { write() }
    default:
      commit {
        parent.context.transaction {
          for _ in 0...pick(below: 5) {
            if pick(below: 4) == 0 {
              contexts[pick(below: 2)].transaction { write() }
            } else {
              write()
            }
          }
        }
      }
    }
  }

  private var written: [Place: Int] = [:]

  private func write() {
    let (place, number) = (anyPlace(), pick(below: 5))
    written[place] = number
    if pick(below: 2) == 0 { assign(number, to: place) } else { changeInPlace(number, place) }
    // The writer reads what it has written.
    #expect(Self.read(place, of: contexts) == Self.shown(number, place.kind))
  }

  /// Makes a commit, and finds out what it has to notify.
  private func commit(_ body: () -> Void) {
    written = [:]
    let before = numbers
    var changed: Set<Place> = []
    body()
    for (place, number) in written {
      guard let old = before[place], place.kind.isChange(from: old, to: number) else { continue }
      numbers[place] = number
      changed.insert(place)
    }
    func text(_ place: Place, _ numbers: [Place: Int]) -> Int {
      Self.shown(numbers[place] ?? -1, place.kind)
    }
    for place in observers.keys where changed.contains(place) {
      expected.calls.append("\(place): \(text(place, before))>\(text(place, numbers))")
    }
    for (index, tracker) in trackers.enumerated() where !changed.isDisjoint(with: tracker.places) {
      expected.calls.append("tracker \(index)")
    }
    for sum in sums {
      let (old, new) = (
        sum.places.map { text($0, before) }.reduce(0, +),
        sum.places.map { text($0, numbers) }.reduce(0, +)
      )
      if old != new { expected.calls.append("sum \(new)") }
    }
    counted.rounds += changed.isEmpty ? 0 : 1
    counted.writes += changed.count
    counted.notifications += expected.calls.filter { !$0.hasPrefix("tracker") }.count
    // A tracker is notified of each property that it has read.
    for tracker in trackers {
      counted.notifications += Set(tracker.places).intersection(changed).count
    }
    for place in changed { counted.writesByProperty["Values.\(place.kind)", default: 0] += 1 }
    expected.logged += changed.map { "\($0.context).\($0.kind.rawValue)" }
  }

  private func observe(_ place: Place) {
    func observe<Value>(
      _ type: Value.Type,
      _ show: @escaping @Sendable (Value) -> Int
    ) -> Subscription {
      let slot = Slot<Value>(uncheckedIndex: place.kind.rawValue)
      return contexts[place.context].observe(slot) { [log] change in
        let old = change.oldValue(as: slot).map { "\(show($0))" } ?? "unknown"
        log.add("\(place): \(old)>\(show(change.newValue(as: slot)))")
      }
    }
    observers[place]?.cancel()
    observers[place] =
      switch place.kind {
      case .number: observe(Int.self) { $0 }
      case .triple: observe(Triple.self) { $0.second }
      case .text: observe(String.self) { Int($0) ?? -1 }
      case .marked: observe(Marked.self) { $0.half }
      case .opaque: observe(Opaque.self) { $0.number }
      case .list: observe([Int].self) { $0.count }
      }
  }

  private func track() {
    guard trackers.count < 3 else { return }
    let places = (0...pick(below: 3)).map { _ in anyPlace() }
    let index = trackers.count
    let tracker = Tracker { [log] in log.add("tracker \(index)") }
    trackers.append((tracker, places))
    trackAgain()
  }

  private func trackAgain() {
    for (tracker, places) in trackers {
      tracker.track { for place in places { _ = Self.read(place, of: contexts) } }
    }
  }

  private func derive() {
    guard sums.count < 3 else { return }
    let places = (0...pick(below: 3)).map { _ in anyPlace() }
    let derived = Derived(of: parent.context, at: .thisLine()) { [contexts] in
      places.map { Self.read($0, of: contexts) }.reduce(0, +)
    }
    let observer = derived.observe(at: .thisLine()) { [log] in log.add("sum \($0)") }
    sums.append((derived, observer, places))
  }

  private func endOne() {
    switch pick(below: 3) {
    case 0:
      guard
        let place = Kind.allCases.flatMap({
          [Place(context: 0, kind: $0), Place(context: 1, kind: $0)]
        })
        .first(where: { observers[$0] != nil })
      else { return }
      observers.removeValue(forKey: place)?.cancel()
    case 1: if !trackers.isEmpty { trackers.removeLast() }
    default: if !sums.isEmpty { sums.removeLast().observer.cancel() }
    }
  }

  func check(_ step: Int) throws {
    try #require(log.take().sorted() == expected.calls.sorted(), "step \(step)")
    try #require(logged.take().sorted() == expected.logged.sorted(), "step \(step)")
    expected = ([], [])
    if let found = metrics?.snapshot {
      try #require(found.rounds == counted.rounds, "step \(step)")
      try #require(found.writesByProperty == counted.writesByProperty, "step \(step)")
      try #require(found.notifications == counted.notifications, "step \(step)")
      try #require(found.writesByProperty == counted.writesByProperty, "step \(step)")
    }
    trackAgain()
    for (place, number) in numbers {
      try #require(
        Self.read(place, of: contexts) == Self.shown(number, place.kind),
        "step \(step), \(place)"
      )
    }
    for sum in sums {
      let plain = sum.places.map { Self.shown(numbers[$0] ?? -1, $0.kind) }.reduce(0, +)
      try #require(sum.derived.value == plain, "step \(step)")
    }
  }
}
