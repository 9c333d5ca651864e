import Observation
import StrataConcurrency
import Testing

@testable import StrataCore

/// A reader that begins in a transaction sees values that are not committed. After the commit it has the committed ones
/// or has been notified, also if those are the values from before the transaction.
@Suite struct ReadInTransactionTests {
  /// The last value of an expression that a tracker has read; it reads again after each change.
  private final class Reader: Sendable {
    private let tracker = Locked<Tracker?>(nil, rank: .leaf)
    private let last = Locked(Int.min, rank: .leaf)
    private let body: @Sendable () -> Int
    var value: Int { last.withLock { $0 } }

    init(_ body: @escaping @Sendable () -> Int) {
      self.body = body
      let new = Tracker { [weak self] in self?.read() }
      tracker.withLock { $0 = new }
      read()
    }

    func read() {
      guard let tracker = tracker.withLock({ $0 }) else { return }
      let value = tracker.track(body)
      last.withLock { $0 = value }
    }
  }

  /// The value of an expression that Swift's observation has read, until it is notified.
  private final class SwiftReader: Sendable {
    private let last = Locked(0, rank: .leaf)
    private let isNotified = Locked(false, rank: .leaf)
    /// `nil` after the notification.
    var value: Int? { isNotified.withLock { $0 } ? nil : last.withLock { $0 } }

    init(_ body: () -> Int) {
      let value = withObservationTracking(body) { [self] in isNotified.withLock { $0 = true } }
      last.withLock { $0 = value }
    }
  }

  private final class Values: Sendable {
    let kids: [Kid]
    let owner: Context
    let sum: Derived<Int, Never>
    let first: Derived<Int, Never>
    let both: Derived<Int, Never>

    init(_ root: Kid) {
      let kids = root.kids
      self.kids = kids
      owner = root.context
      let sum = Derived(of: root.context, at: .thisLine()) { kids[0].count + kids[1].count }
      let first = Derived(of: root.context, at: .thisLine()) { kids[0].count / 2 }
      self.sum = sum
      self.first = first
      both = Derived(of: root.context, at: .thisLine()) { sum.value * 100 + first.value }
    }

    /// A slot, a derived value, or a derived value of derived values.
    func read(_ number: Int) -> Int {
      switch number {
      case 0, 1: kids[number].count
      case 2: sum.value
      case 3: first.value
      case 4: both.value
      default: kids[1].count == 1 ? sum.value : both.value
      }
    }

    /// The same, for Swift's observation.
    func readObserved(_ number: Int) -> Int {
      let kids = kids
      switch number {
      case 0, 1:
        ObservationBridge.access(kids[number].context, Item.count.index)
        return kids[number].count
      case 2: return sum.observedValue(isKept: true) { kids[0].count + kids[1].count }
      case 3: return first.observedValue(isKept: true) { kids[0].count / 2 }
      case 4: return both.observedValue(isKept: true) { [self] in sum.value * 100 + first.value }
      default: return readObserved(readObserved(1) == 1 ? 2 : 4)
      }
    }

    /// The same, computed from the slots alone.
    func expected(_ number: Int) -> Int {
      let (one, two) = (kids[0].count, kids[1].count)
      return switch number {
      case 0: one
      case 1: two
      case 2: one + two
      case 3: one / 2
      case 4: (one + two) * 100 + one / 2
      default: two == 1 ? one + two : (one + two) * 100 + one / 2
      }
    }
  }

  @Test(arguments: 0..<6) func aValueThatGoesBackIsReadAgain(number: Int) {
    let root = Kid(kids: [Kid("0"), Kid("1")])
    let anchor = Anchor(root.context)
    let values = Values(root)
    values.kids[1].count = 2
    _ = values.read(number)
    var readers: (Reader, SwiftReader)?
    root.context.transaction {
      values.kids[0].count = 2
      values.kids[1].count = 5
      readers = (Reader { values.read(number) }, SwiftReader { values.readObserved(number) })
      values.kids[0].count = 0
      values.kids[1].count = 2
    }
    #expect(readers?.0.value == values.expected(number))
    #expect(readers?.1.value ?? values.expected(number) == values.expected(number))
    withExtendedLifetime(anchor) {}
  }

  @Test(arguments: 0..<80) func noReaderIsStaleAfterACommit(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let root = Kid(kids: [Kid("0"), Kid("1")])
    let anchor = Anchor(root.context)
    let values = Values(root)
    var readers: [(number: Int, reader: Reader)] = []
    var swiftReaders: [(number: Int, reader: SwiftReader)] = []
    for step in 0..<60 {
      let write = { (random: inout SplitMix64) in
        values.kids[Int.random(in: 0..<2, using: &random)].count = Int.random(
          in: 0..<3,
          using: &random
        )
      }
      root.context.transaction {
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
          let number = Int.random(in: 0..<6, using: &random)
          switch Int.random(in: 0..<6, using: &random) {
          case 0: readers.append((number, Reader { values.read(number) }))
          case 1: swiftReaders.append((number, SwiftReader { values.readObserved(number) }))
          case 2: #expect(values.read(number) == values.expected(number))
          case 3: if let one = readers.randomElement(using: &random) { one.reader.read() }
          default: write(&random)
          }
        }
      }
      for (number, reader) in readers {
        #expect(reader.value == values.expected(number), "seed \(seed), step \(step), \(number)")
      }
      for (number, reader) in swiftReaders {
        guard let value = reader.value else { continue }
        #expect(value == values.expected(number), "seed \(seed), step \(step), Swift, \(number)")
      }
      if readers.count > 20 { readers = [] }
      if swiftReaders.count > 20 { swiftReaders = [] }
    }
    withExtendedLifetime(anchor) {}
  }
}
