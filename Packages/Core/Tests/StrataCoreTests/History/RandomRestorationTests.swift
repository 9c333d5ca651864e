import StrataConcurrency
import Testing

@testable import StrataCore

/// Random commits, which are reverted in any order, beside a plain model.
@Suite struct RandomRestorationTests {
  /// The numbers of a root and of children with two numbers each, which are named by their order of creation.
  private struct World: Equatable {
    var root = [0, 0]
    var kids: [Int] = []
    /// Also of children that have left, which keep their numbers.
    var numbers: [[Int]] = []
  }

  private enum Place: Hashable {
    case root(Int)
    case kids
    case kid(Int, Int)
  }

  /// A commit: the places that it has changed.
  private typealias Commit = [Place: (old: [Int], new: [Int])]

  /// A plain model of commits and restorations.
  private struct Plain {
    var world = World()
    var commits: [Commit] = []

    func value(_ place: Place, in world: World) -> [Int] {
      switch place {
      case .root(let number): [world.root[number]]
      case .kids: world.kids
      case .kid(let kid, let number): [world.numbers[kid][number]]
      }
    }

    private func set(_ place: Place, to value: [Int], in world: inout World) {
      switch place {
      case .root(let number): world.root[number] = value[0]
      case .kids: world.kids = value
      case .kid(let kid, let number): world.numbers[kid][number] = value[0]
      }
    }

    /// The places in which the world differs from an earlier one.
    private func difference(from before: World) -> Commit {
      let kids = before.numbers.indices.filter {
        before.kids.contains($0) || world.kids.contains($0)
      }
      let places = [.root(0), .root(1), .kids] + kids.flatMap { [Place.kid($0, 0), .kid($0, 1)] }
      var commit = Commit()
      for place in places where value(place, in: before) != value(place, in: world) {
        commit[place] = (value(place, in: before), value(place, in: world))
      }
      return commit
    }

    mutating func commit(_ change: (inout World) -> Void) {
      let before = world
      change(&world)
      let commit = difference(from: before)
      if !commit.isEmpty { commits.append(commit) }
    }

    /// Reverts a commit, unless a later one has changed what it has changed.
    mutating func restore(_ index: Int) -> String {
      let commit = commits[index]
      let leaving = commit[.kids].map { kids in kids.new.filter { !kids.old.contains($0) } } ?? []
      let returning = commit[.kids].map { kids in kids.old.filter { !kids.new.contains($0) } } ?? []
      var after = world
      for (place, values) in commit {
        if case .kid(let kid, _) = place {
          if leaving.contains(kid) {
            // It leaves with the value that it had before it joined.
          } else if world.kids.contains(kid) {
            guard value(place, in: world) == values.new else { return "superseded" }
          } else if !returning.contains(kid) {
            continue
          }
        } else {
          guard value(place, in: world) == values.new else { return "superseded" }
        }
        set(place, to: values.old, in: &after)
      }
      let before = commits.count
      self.commit { $0 = after }
      return commits.count > before ? "done" : "gone"
    }
  }

  /// A handle whose lists are compared, as lists of models are.
  private struct Node: ContextContainer, Equatable, Sendable {
    static let layout = Layout(
      name: "Node",
      slots: [
        .value("first", Int.self), .value("second", Int.self), .container("kids", [Node].self),
      ]
    )
    static let kidsSlot = Slot<[Node]>(uncheckedIndex: 2)

    var context: Context

    init() {
      context = Context(layout: Self.layout)
      for number in 0..<2 { context.initialize(Slot<Int>(uncheckedIndex: number), to: 0) }
      context.initialize(container: Self.kidsSlot, to: [])
    }

    static func == (a: Node, b: Node) -> Bool { a.context === b.context }

    func forEachContext(_ body: (Context) -> Void) { body(context) }

    mutating func replaceContexts(_ replacement: (Context) -> Context?) {
      if let other = replacement(context) { context = other }
    }

    var kids: [Node] {
      get { context[container: Self.kidsSlot] }
      nonmutating set { context[container: Self.kidsSlot] = newValue }
    }

    subscript(number: Int) -> Int {
      get { context[Slot<Int>(uncheckedIndex: number)] }
      nonmutating set { context[Slot<Int>(uncheckedIndex: number)] = newValue }
    }
  }

  private let root = Node()
  private let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)

  private func world(_ known: [Node]) -> World {
    var world = World()
    // The numbers of children that have left are read as well.
    _ = reports {
      world.root = [root[0], root[1]]
      world.kids = root.kids.map { kid in known.firstIndex(of: kid) ?? -1 }
      world.numbers = known.map { [$0[0], $0[1]] }
    }
    return world
  }

  /// A change of one place.
  private enum Step {
    case root(Int, Int)
    case kid(Int, Int, Int)
    case add
    case remove(Int)
  }

  private static func steps(_ plain: Plain, using random: inout SplitMix) -> [Step] {
    var world = plain.world
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let value = Int.random(in: 0..<3, using: &random)
      let number = Int.random(in: 0..<2, using: &random)
      guard let kid = world.kids.randomElement(using: &random) else {
        world.kids.append(world.numbers.count)
        world.numbers.append([0, 0])
        return .add
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        world.kids.append(world.numbers.count)
        world.numbers.append([0, 0])
        return .add
      case 1:
        world.kids.removeAll { $0 == kid }
        return .remove(kid)
      case 2, 3: return .root(number, value)
      default: return .kid(kid, number, value)
      }
    }
  }

  private func perform(_ steps: [Step], _ known: inout [Node], _ plain: inout Plain) {
    root.context.transaction {
      for step in steps {
        switch step {
        case .root(let number, let value): root[number] = value
        case .kid(let kid, let number, let value): known[kid][number] = value
        case .add:
          known.append(Node())
          root.kids.append(known[known.count - 1])
        case .remove(let kid): root.kids.removeAll { $0 == known[kid] }
        }
      }
    }
    plain.commit { world in
      for step in steps {
        switch step {
        case .root(let number, let value): world.root[number] = value
        case .kid(let kid, let number, let value): world.numbers[kid][number] = value
        case .add:
          world.kids.append(world.numbers.count)
          world.numbers.append([0, 0])
        case .remove(let kid): world.kids.removeAll { $0 == kid }
        }
      }
    }
  }

  @Test(arguments: 0..<80)
  func aCommitIsRevertedUnlessALaterOneHasChangedThePlaces(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let anchor = Anchor(root.context)
    let opened = root.context.openChangeLog(keepsValues: true) { [entries] entry in
      entries.withLock { $0.append(entry) }
    }
    let changeLog = try #require(opened)
    var plain = Plain()
    var known: [Node] = []
    for step in 0..<50 {
      if !plain.commits.isEmpty, Int.random(in: 0..<2, using: &random) == 0 {
        let last = plain.commits.count - 1
        let index = max(0, last - Int.random(in: 0..<6, using: &random))
        let entry = entries.withLock { $0[index] }
        let expected = plain.restore(index)
        try #require("\(entry.restore(at: .thisLine()))" == expected, "step \(step)")
      } else {
        perform(Self.steps(plain, using: &random), &known, &plain)
      }
      try #require(world(known) == plain.world, "step \(step)")
      try #require(entries.withLock { $0.count } == plain.commits.count, "step \(step)")
    }
    withExtendedLifetime((anchor, changeLog)) {}
  }
}
