import Foundation
import StrataConcurrency
import Testing

@testable import StrataCore

/// Followers of contexts that join a tree, leave it and return, in random programs.
@Suite struct RandomJoiningTests {
  @Test(arguments: 0..<60)
  func eachFollowerOfAContextInATreeKnowsItsValueAfterEachStep(_ seed: UInt64) {
    let program = RandomJoining(seed)
    for _ in 0..<60 {
      program.step()
      program.check()
    }
  }

  @Test(arguments: 60..<100)
  func eachFollowerKnowsTheLastValueOfAllThreads(_ seed: UInt64) {
    let program = RandomJoining(seed)
    onThreads(3) { _ in for _ in 0..<60 { program.step() } }
    program.check()
    program.returnAll()
    program.check()
  }
}

/// The number that is attached to a context while it is in one tree.
private let visits = AttachmentKey("visits", in: AttachmentFamily("statistics"), initial: 0)

/// Contexts with a number and an attached one, two trees that contain some of them, and followers of the numbers.
private final class RandomJoining: Sendable {
  // Without functions and children, so that a context can always return.
  private static let layout = Layout(name: "Number", slots: [.value("count", Int.self)])

  /// A number that is read.
  private struct Place {
    let index: Int
    let isAttached: Bool
  }

  /// A follower of the sum of some numbers.
  private struct Follower {
    let places: [Place]
    let last: Locked<Int?>
    /// Ends with the follower.
    let observation: any Cancellable & Sendable
  }

  private let roots = [Kid("root"), Kid("other")]
  private let anchors: [Anchor]
  private let numbers: [Kid]
  private let random: Locked<SplitMix>
  private let followers = Locked<[Follower]>([], rank: .leaf)

  init(_ seed: UInt64) {
    anchors = roots.map { Anchor($0.context) }
    numbers = (0..<4).map { _ in
      let number = Kid(context: Context(layout: Self.layout))
      number.context.initialize(Item.count, to: 0)
      return number
    }
    random = Locked(SplitMix(state: seed), rank: .leaf)
  }

  private func number(below limit: Int) -> Int {
    random.withLock { Int.random(in: 0..<limit, using: &$0) }
  }

  /// The sum of some numbers.
  private static func sum(_ places: [Place], of numbers: [Kid]) -> Int {
    places.reduce(0) { sum, place in
      let context = numbers[place.index].context
      return sum + (place.isAttached ? context[attachment: visits] : context[Item.count])
    }
  }

  /// Makes one step; what it reads after the end of a context is no mistake here.
  func step() {
    _ = reports {
      let root = roots[number(below: roots.count)]
      let chosen = numbers[number(below: numbers.count)]
      switch number(below: 12) {
      case 0: chosen.count = number(below: 1_000)
      case 1 where chosen.context.isLive:
        chosen.context[attachment: visits] = number(below: 1_000)
      case 2: root.kids.append(chosen)
      case 3: root.context.transaction { root.kids = [chosen] }
      case 4: root.only = Kid("between", kids: [chosen])
      case 5: for root in roots { root.kids.removeAll { $0.context === chosen.context } }
      case 6: root.only = nil
      case 7: writeAndLeave(root, chosen)
      case 8, 9: follow(places())
      default: followDerived(places(), of: root)
      }
    }
  }

  /// Writes to a context in the transaction in which it leaves, and perhaps returns.
  private func writeAndLeave(_ root: Kid, _ chosen: Kid) {
    let returns = number(below: 2) == 0
    root.context.transaction {
      chosen.count = number(below: 1_000)
      if chosen.context.isLive { chosen.context[attachment: visits] = number(below: 1_000) }
      root.kids.removeAll { $0.context === chosen.context }
      if returns { root.kids.append(chosen) }
    }
  }

  private func places() -> [Place] {
    (0...number(below: 2)).map { _ in
      Place(index: number(below: numbers.count), isAttached: number(below: 2) == 0)
    }
  }

  private func follow(_ places: [Place]) {
    let last = Locked<Int?>(nil, rank: .leaf)
    let held = Locked<Tracker?>(nil, rank: .leaf)
    // The trees call it on threads of their own. One call at a time, so that the last one stores the last value.
    let turn = NSLock()
    let read: @Sendable () -> Void = { [numbers] in
      turn.lock()
      defer { turn.unlock() }
      guard let tracker = held.withLock({ $0 }) else { return }
      let value = tracker.track { Self.sum(places, of: numbers) }
      last.withLock { $0 = value }
    }
    let tracker = Tracker { _ = reports { read() } }
    held.withLock { $0 = tracker }
    read()
    add(Follower(places: places, last: last, observation: tracker))
  }

  private func followDerived(_ places: [Place], of root: Kid) {
    let value = Derived(of: root.context, at: .thisLine()) { [numbers] in
      Self.sum(places, of: numbers)
    }
    let twice = Derived(of: root.context, at: .thisLine()) { value.value * 2 }
    let last = Locked<Int?>(nil, rank: .leaf)
    let observation = twice.observe(at: .thisLine()) { value in last.withLock { $0 = value / 2 } }
    let first = twice.value / 2
    last.withLock { $0 = $0 ?? first }
    add(Follower(places: places, last: last, observation: observation))
  }

  /// A fifth follower replaces another one.
  private func add(_ follower: Follower) {
    let index = number(below: 4)
    // The replaced one ends outside the lock.
    let replaced = followers.withLock { followers -> Follower? in
      followers.append(follower)
      return followers.count > 5 ? followers.remove(at: index) : nil
    }
    withExtendedLifetime(replaced) {}
  }

  func returnAll() {
    _ = reports {
      for root in roots { (root.kids, root.only) = ([], nil) }
      roots[0].kids = numbers
    }
  }

  func check() {
    _ = reports {
      for follower in followers.withLock({ $0 })
      where follower.places.allSatisfy({ numbers[$0.index].context.isLive }) {
        let last = follower.last.withLock { $0 }
        #expect(last == Self.sum(follower.places, of: numbers))
      }
    }
  }
}
