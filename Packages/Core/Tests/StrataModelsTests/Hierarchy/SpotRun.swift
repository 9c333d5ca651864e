import StrataModels

extension EnvironmentKeys {
  var number: EnvironmentStorage<Int> { .init(defaultValue: 0) }
}

extension PreferenceKeys {
  var numbers: PreferenceStorage<[Int]> { .init(defaultValue: []) { $0 += $1 } }
}

/// Does commands to a tree of spots and to plain values, and compares all answers after each.
struct SpotRun {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  /// All answers about one spot.
  struct Answers: Equatable, Sendable {
    var number: Int
    var numbers: [Int]
    var isUnique: Bool
    var ancestors: [String]
    var below: [String]

    init(_ spot: Spot) {
      number = spot.node.environment.number
      numbers = spot.node.preference.numbers
      isUnique = spot.node.isUniquelyReferenced
      ancestors = spot.node.mapHierarchy(for: .ancestors) { ($0 as? Spot)?.name }
      below = spot.node.mapHierarchy(for: [.self, .descendants]) { ($0 as? Spot)?.name }
    }

    init(_ oracle: SpotOracle, _ key: Int) {
      number = oracle.theme(at: key)
      numbers = oracle.contributions(at: key)
      isUnique = oracle[key].parents.count < 2
      ancestors = oracle.ancestors(of: key).map(String.init)
      below = oracle.outline(from: key).map(String.init)
    }
  }

  private var oracle = SpotOracle()
  private var spots: [Int: Spot]
  private var next = 1
  /// Each question is observed by itself, so that a notification of one does not hide a missing one of another.
  private var readings: [Int: Watched<Answers>] = [:]
  private var numbers: [Int: Watched<Int>] = [:]
  private var totals: [Int: Watched<[Int]>] = [:]

  static func run(_ commands: [SpotCommand]) throws {
    let root = Spot("0").withAnchor()
    var run = SpotRun(root)
    for command in commands {
      run.perform(command)
      try run.compare(after: command)
    }
    withExtendedLifetime(root) {}
  }

  private init(_ root: Spot) {
    spots = [0: root]
  }

  private func spot(_ key: Int) -> Spot { spots[key] ?? Spot("gone") }

  private mutating func make() -> Int {
    defer { next += 1 }
    spots[next] = Spot("\(next)")
    return next
  }

  private mutating func perform(_ command: SpotCommand) {
    let living = oracle.living
    let a = living[command.a % living.count]
    let b = living[command.b % living.count]
    switch command.kind {
    case .add: add(make(), below: a)
    case .graft:
      let (stem, leaf) = (make(), make())
      spot(leaf).node.preference.numbers = [command.value]
      spot(stem).kids = [spot(leaf)]
      add(stem, below: a)
      oracle.add(leaf, below: stem)
      oracle[leaf].contribution = command.value
    case .remove:
      guard let kid = oracle[a].kids.first else { return }
      oracle.remove(kid, from: a)
      spot(a).kids.removeFirst()
    case .share:
      guard !oracle.isBelow(a, b), !oracle[a].kids.contains(b) else { return }
      add(b, below: a)
    case .move:
      guard let kid = oracle[a].kids.last, !oracle.isBelow(b, kid), !oracle[b].kids.contains(kid)
      else { return }
      oracle.move(kid, from: a, to: b)
      spot(a).node.transaction {
        let moved = spot(a).kids.removeLast()
        spot(b).kids.append(moved)
      }
    default: performOnOne(command, a)
    }
  }

  private mutating func performOnOne(_ command: SpotCommand, _ key: Int) {
    let node = spot(key).node
    switch command.kind {
    case .swap:
      guard oracle[key].kids.count > 1 else { return }
      oracle[key].kids.swapAt(0, 1)
      spot(key).kids.swapAt(0, 1)
    case .setTheme:
      oracle[key].theme = command.value
      node.environment.number = command.value
    case .removeTheme:
      oracle[key].theme = nil
      node.removeEnvironment(\.number)
    case .contribute:
      oracle[key].contribution = command.value
      node.preference.numbers = [command.value]
    case .withdraw:
      oracle[key].contribution = nil
      node.removePreference(\.numbers)
    default: break
    }
  }

  private mutating func add(_ key: Int, below parent: Int) {
    oracle.add(key, below: parent)
    spot(parent).kids.append(spot(key))
  }

  private mutating func compare(after command: SpotCommand) throws {
    let living = oracle.living
    for key in spots.keys where !living.contains(key) {
      spots[key] = nil
      numbers[key] = nil
      totals[key] = nil
      readings[key] = nil
    }
    for key in living {
      let spot = spot(key)
      let expected = Answers(oracle, key)
      func check<Value: Equatable>(
        _ reading: Watched<Value>?,
        _ value: Value,
        _ what: String
      ) throws {
        guard let reading, reading.value != value else { return }
        let fault = reading.hasChanged ? "gives \(reading.value), not \(value)" : "was not told"
        throw Difference(description: "\(command): \(what) of spot \(key) \(fault)")
      }
      if numbers[key]?.hasChanged ?? true {
        numbers[key] = Watched { spot.node.environment.number }
      }
      try check(numbers[key], expected.number, "environment")
      if totals[key]?.hasChanged ?? true { totals[key] = Watched { spot.node.preference.numbers } }
      try check(totals[key], expected.numbers, "preference")
      if readings[key]?.hasChanged ?? true { readings[key] = Watched { Answers(spot) } }
      try check(readings[key], expected, "place")
    }
  }
}
