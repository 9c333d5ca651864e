import StrataConcurrency
import Testing

@testable import StrataCore

/// Derived values that read the properties and values of two trees, in random programs of one thread.
@Suite struct RandomTreesTests {
  @Test(arguments: 0..<120)
  func eachValueIsThatOfItsPlainExpression(_ seed: UInt64) throws {
    let program = RandomTrees(seed)
    for step in 0..<60 {
      program.step()
      try program.check(step)
    }
  }
}

private final class RandomTrees {
  /// An expression over numbers: a number, or one of two others, as a number says.
  private indirect enum Expression: Sendable {
    case number(Int)
    case value(Int)
    case choice(Int, Expression, Expression)
    case sum(Expression, Expression)
  }

  private let roots = [Kid("first"), Kid("second")]
  private let anchors: [Anchor]
  /// The first half is in the first tree.
  private let kids = (0..<6).map { Kid("kid \($0)", count: 0) }
  private var random: SplitMix
  private var expressions: [Expression] = []
  private let values = Locked<[Derived<Int, Never>]>([], rank: .leaf)
  private var watches: [(value: Int, last: Locked<Int>, subscription: Subscription)] = []
  private var numbers = Array(repeating: 0, count: 6)

  init(_ seed: UInt64) {
    random = SplitMix(state: seed)
    anchors = roots.map { Anchor($0.context) }
    roots[0].kids = Array(kids[..<3])
    roots[1].kids = Array(kids[3...])
    for index in 0..<8 {
      let expression = expression(below: index, depth: 2)
      expressions.append(expression)
      let owner = roots[pick(below: 2)].context
      let made = Derived(of: owner, at: .thisLine()) { [kids, values] in
        Self.evaluate(expression) {
          kids[$0].count
        } _: { value in
          values.withLock { $0[value] }.value
        }
      }
      values.withLock { $0.append(made) }
    }
  }

  private func pick(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func expression(below index: Int, depth: Int) -> Expression {
    switch pick(below: depth > 0 ? 8 : 4) {
    case 0, 1: .number(pick(below: 6))
    case 2, 3: index > 0 ? .value(pick(below: index)) : .number(pick(below: 6))
    case 4, 5, 6:
      .choice(
        pick(below: 6),
        expression(below: index, depth: depth - 1),
        expression(below: index, depth: depth - 1)
      )
    default:
      .sum(expression(below: index, depth: depth - 1), expression(below: index, depth: depth - 1))
    }
  }

  private static func evaluate(
    _ expression: Expression,
    _ number: (Int) -> Int,
    _ value: (Int) -> Int
  ) -> Int {
    switch expression {
    case .number(let index): number(index)
    case .value(let index): value(index)
    case .choice(let index, let odd, let even):
      evaluate(number(index) % 2 == 1 ? odd : even, number, value)
    case .sum(let a, let b): evaluate(a, number, value) + evaluate(b, number, value)
    }
  }

  private func plain(_ value: Int) -> Int {
    Self.evaluate(expressions[value]) {
      numbers[$0]
    } _: {
      plain($0)
    }
  }

  private func value(_ index: Int) -> Int { values.withLock { $0[index] }.value }

  func step() {
    switch pick(below: 10) {
    case 0, 1: write()
    case 2: _ = value(pick(below: 8))
    case 3: watch(pick(below: 8))
    case 4:
      if !watches.isEmpty { watches.remove(at: pick(below: watches.count)).subscription.cancel() }
    case 5, 6, 7: roots[pick(below: 2)].context.transaction { mixed() }
    default:
      let first = pick(below: 2)
      roots[first].context.transaction {
        mixed()
        roots[1 - first].context.transaction { mixed() }
        mixed()
      }
    }
  }

  /// Writes, and reads what may be of the middle of a transaction.
  private func mixed() {
    for _ in 0...pick(below: 4) {
      if pick(below: 2) == 0 { write() } else { _ = value(pick(below: 8)) }
    }
  }

  private func write() {
    let index = pick(below: 6)
    numbers[index] = pick(below: 4)
    kids[index].count = numbers[index]
  }

  private func watch(_ index: Int) {
    guard watches.count < 4 else { return }
    let last = Locked(value(index), rank: .leaf)
    let subscription = values.withLock { $0[index] }.observe(at: .thisLine()) { value in
      last.withLock { $0 = value }
    }
    watches.append((index, last, subscription))
  }

  func check(_ step: Int) throws {
    for watch in watches {
      try #require(watch.last.withLock { $0 } == plain(watch.value), "observer, step \(step)")
    }
    // Not all of them, so that some stay unread for a while.
    for index in 0..<8 where pick(below: 2) == 0 {
      try #require(value(index) == plain(index), "value \(index), step \(step)")
    }
  }
}
