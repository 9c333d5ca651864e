import StrataConcurrency
import Testing

@testable import StrataCore

/// Derived values are evaluated as often as a plain model says, in random programs.
///
/// In the model a value is evaluated if it was never evaluated, or if a source that its last evaluation has read has
/// another version. Its sources are checked in the order of the reads, up to the first that differs. A source that is a
/// value itself gets another version only if it is evaluated and differs.
@Suite struct RandomEvaluationTests {
  @Test(arguments: 0..<60)
  func valuesAreEvaluatedForTheirSourcesAlone(_ seed: UInt64) {
    var run = RandomEvaluations(seed, observed: [])
    for step in 0..<200 { run.step(step) }
  }

  @Test(arguments: 60..<120)
  func observedValuesAreEvaluatedOncePerCommit(_ seed: UInt64) {
    var run = RandomEvaluations(seed, observed: [3, 7, 11])
    for step in 0..<200 { run.step(step) }
  }
}

/// Numbers in one tree, and values derived from them and from one another, beside the plain model of both.
private struct RandomEvaluations {
  private enum Source {
    case number(Int)
    case value(Int)
  }

  /// A value reads the first source, and then one of the others.
  private struct Body {
    let first: Source
    let ifEven: Source
    let ifOdd: Source
  }

  private struct Known {
    var reads: [(source: Source, version: Int)] = []
    var value = 0
    var version = 0
    var evaluations = 0
  }

  private let kids: [Kid]
  private let anchor: Anchor
  private let bodies: [Body]
  private let values: [Derived<Int, Never>]
  private let evaluations: [Counter]
  private let observed: [Int]
  private let subscriptions: [Subscription]
  private var random: SplitMix
  private var numbers = [(value: Int, version: Int)](repeating: (0, 0), count: 6)
  private var known: [Known]

  init(_ seed: UInt64, observed: [Int]) {
    var random = SplitMix(state: seed)
    let top = Kid("top", kids: (0..<6).map { _ in Kid() })
    let kids = top.kids
    anchor = Anchor(top.context)
    var (bodies, values, evaluations) = ([Body](), [Derived<Int, Never>](), [Counter]())
    for place in 0..<12 {
      func source() -> Source {
        place == 0 || Bool.random(using: &random)
          ? .number(Int.random(in: 0..<6, using: &random))
          : .value(Int.random(in: 0..<place, using: &random))
      }
      let body = Body(first: source(), ifEven: source(), ifOdd: source())
      let (earlier, counter) = (values, Counter())
      let read = { @Sendable (source: Source) -> Int in
        switch source {
        case .number(let index): kids[index].count
        case .value(let index): earlier[index].value
        }
      }
      values.append(
        Derived(of: top.context, at: .thisLine()) {
          counter.add()
          let first = read(body.first)
          return Self.result(first, read(first.isMultiple(of: 2) ? body.ifEven : body.ifOdd))
        }
      )
      bodies.append(body)
      evaluations.append(counter)
    }
    self.observed = observed
    subscriptions = observed.map { values[$0].observe(at: .thisLine()) { _ in } }
    (self.kids, self.bodies, self.values, self.evaluations) = (kids, bodies, values, evaluations)
    self.random = random
    known = bodies.map { _ in Known() }
    for place in observed { refresh(place) }
  }

  /// Few results, so that many evaluations change nothing.
  private static func result(_ first: Int, _ second: Int) -> Int { (first * 2 + second) % 3 }

  /// Changes numbers or reads a value, and compares the counts.
  mutating func step(_ step: Int) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: write([change()])
    case 1: write((0..<3).map { _ in change() })
    default:
      let place = Int.random(in: values.indices, using: &random)
      refresh(place)
      #expect(values[place].value == known[place].value)
    }
    let counts = evaluations.map(\.count)
    #expect(counts == known.map(\.evaluations), "step \(step)")
  }

  private mutating func change() -> (Int, Int) {
    (Int.random(in: 0..<6, using: &random), Int.random(in: 0..<3, using: &random))
  }

  /// Writes one number, or several in a transaction.
  private mutating func write(_ changes: [(place: Int, value: Int)]) {
    if changes.count == 1 {
      kids[changes[0].place].count = changes[0].value
    } else {
      kids[0].context.transaction {
        for change in changes { kids[change.place].count = change.value }
      }
    }
    let before = numbers
    for change in changes { numbers[change.place].value = change.value }
    for place in numbers.indices where numbers[place].value != before[place].value {
      numbers[place].version += 1
    }
    for place in observed { refresh(place) }
  }

  private mutating func version(of source: Source) -> Int {
    switch source {
    case .number(let place): return numbers[place].version
    case .value(let place):
      refresh(place)
      return known[place].version
    }
  }

  private func value(of source: Source) -> Int {
    switch source {
    case .number(let place): numbers[place].value
    case .value(let place): known[place].value
    }
  }

  private mutating func refresh(_ place: Int) {
    let reads = known[place].reads
    if known[place].evaluations > 0 {
      var isSame = true
      for read in reads where isSame { isSame = version(of: read.source) == read.version }
      if isSame { return }
    }
    let body = bodies[place]
    let firstRead = (body.first, version(of: body.first))
    let first = value(of: body.first)
    let second = first.isMultiple(of: 2) ? body.ifEven : body.ifOdd
    let secondRead = (second, version(of: second))
    let result = Self.result(first, value(of: second))
    if known[place].evaluations == 0 || known[place].value != result { known[place].version += 1 }
    known[place].value = result
    known[place].reads = [firstRead, secondRead]
    known[place].evaluations += 1
  }
}
