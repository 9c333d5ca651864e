import Measuring
import StrataConcurrency
import StrataCore

/// A leaf with values of several kinds.
struct Mixed: Sendable {
  static let layout = Layout(
    name: "Mixed",
    slots: [
      .value("count", Int.self), .value("limit", Int?.self), .value("span", Range<Int>.self),
      .value("name", String.self),
    ]
  )
  static var count: Slot<Int> { Slot(uncheckedIndex: 0) }
  static var limit: Slot<Int?> { Slot(uncheckedIndex: 1) }
  static var span: Slot<Range<Int>> { Slot(uncheckedIndex: 2) }
  static var name: Slot<String> { Slot(uncheckedIndex: 3) }

  let context: Context

  init() {
    context = Context(layout: Mixed.layout)
    context.initialize(Mixed.count, to: 5)
    context.initialize(Mixed.limit, to: 7)
    context.initialize(Mixed.span, to: 0..<3)
    // Long enough to be an object of its own, which is counted.
    context.initialize(Mixed.name, to: "a name that does not fit into two words")
  }
}

/// The cost of reads, by the type of the value and by tracking.
enum ReadRows {
  static var all: [Workload] { plain + counted + tracked }

  private static func row(
    _ name: String,
    budget: Double? = nil,
    _ read: @escaping (Context) -> Int
  ) -> Workload {
    Workload(name, budget: budget) {
      let mixed = Mixed()
      let anchor = Anchor(mixed.context)
      return Prepared(isRight: read(mixed.context) > 0) { count in
        var sum = 0
        for _ in 0..<count { sum &+= read(mixed.context) }
        keep(sum)
        withExtendedLifetime(anchor) {}
      }
    }
  }

  private static var plain: [Workload] {
    [
      row("read a number, without the lock", budget: 0.4) { $0[Mixed.count] },
      row("read an optional number, without the lock", budget: 0.5) { $0[Mixed.limit] ?? 0 },
      loop("read a range of numbers, without the lock", budget: 0.5, sumOfSpans),
    ]
  }

  /// A row whose operation has its own loop.
  ///
  /// The compiler merges the functions of several types that read one value each, and the calls between them would then
  /// take the time.
  private static func loop(
    _ name: String,
    budget: Double? = nil,
    _ read: @escaping (Context, Int) -> Int
  ) -> Workload {
    Workload(name, budget: budget) {
      let mixed = Mixed()
      let anchor = Anchor(mixed.context)
      return Prepared(isRight: read(mixed.context, 1) > 0) { count in
        keep(read(mixed.context, count))
        withExtendedLifetime(anchor) {}
      }
    }
  }

  static func sumOfSpans(_ context: Context, _ count: Int) -> Int {
    var sum = 0
    for _ in 0..<count { sum &+= context[Mixed.span].count }
    return sum
  }

  private static var counted: [Workload] {
    [
      // The lock, and retaining and releasing the text.
      row("read a text") { $0[Mixed.name].utf8.count },
      row("read three values at one moment", budget: 3.5) {
        let (count, limit, span) = $0.readTogether(Mixed.count, Mixed.limit, Mixed.span)
        return count &+ (limit ?? 0) &+ span.count
      },
    ]
  }

  private static var tracked: [Workload] {
    [
      Workload("read in a tracking scope, untracked", budget: 2) {
        let mixed = Mixed()
        let anchor = Anchor(mixed.context)
        let tracker = Tracker {}
        return Prepared(isRight: mixed.context[Mixed.count] == 5) { count in
          let sum = tracker.track {
            withoutTracking {
              var sum = 0
              for _ in 0..<count { sum &+= mixed.context[Mixed.count] }
              return sum
            }
          }
          keep(sum)
          withExtendedLifetime(anchor) {}
        }
      }
    ]
  }
}

/// The promises of reads.
enum ReadGates {
  static var all: [Gate] {
    [
      gate("read a number: instructions", atMost: 50) { $0[Mixed.count] },
      gate("read an optional number: instructions", atMost: 70) { $0[Mixed.limit] ?? 0 },
      Gate("read a range of numbers: instructions", .instructions(atMost: 60)) { _ in
        let mixed = Mixed()
        let anchor = Anchor(mixed.context)
        return Gate.Operation { count in
          keep(ReadRows.sumOfSpans(mixed.context, count))
          withExtendedLifetime(anchor) {}
        }
      },
      Gate("read, untracked in a tracking scope: instructions", .instructions(atMost: 110)) { _ in
        let mixed = Mixed()
        let anchor = Anchor(mixed.context)
        let tracker = Tracker {}
        return Gate.Operation { count in
          let sum = tracker.track {
            withoutTracking {
              var sum = 0
              for _ in 0..<count { sum &+= mixed.context[Mixed.count] }
              return sum
            }
          }
          keep(sum)
          withExtendedLifetime(anchor) {}
        }
      },
    ]
  }

  private static func gate(
    _ name: String,
    atMost limit: Double,
    _ read: @escaping (Context) -> Int
  ) -> Gate {
    Gate(name, .instructions(atMost: limit)) { _ in
      let mixed = Mixed()
      let anchor = Anchor(mixed.context)
      return Gate.Operation { count in
        var sum = 0
        for _ in 0..<count { sum &+= read(mixed.context) }
        keep(sum)
        withExtendedLifetime(anchor) {}
      }
    }
  }
}
