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

/// Contexts with a number, a tree that contains some of them, and followers of the numbers.
private final class RandomJoining: Sendable {
  // Without functions and children, so that a context can always return.
  private static let layout = Layout(name: "Number", slots: [.value("count", Int.self)])

  /// A follower of the number of one context.
  private struct Follower {
    let place: Int
    let last: Locked<Int?>
    /// Ends with the follower.
    let observation: any Cancellable & Sendable
  }

  private let root: Kid
  private let anchor: Anchor
  private let numbers: [Kid]
  private let random: Locked<SplitMix>
  private let followers = Locked<[Follower]>([], rank: .leaf)

  init(_ seed: UInt64) {
    root = Kid("root")
    anchor = Anchor(root.context)
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

  /// Makes one step; what it reads after the end of a context is no mistake here.
  func step() {
    _ = reports {
      let place = number(below: numbers.count)
      switch number(below: 9) {
      case 0, 1: numbers[place].count = number(below: 1_000)
      case 2: root.kids.append(numbers[place])
      case 3: root.context.transaction { root.kids = [numbers[place]] }
      case 4: root.only = Kid("between", kids: [numbers[place]])
      case 5: root.kids.removeAll { $0.context === numbers[place].context }
      case 6: root.only = nil
      case 7: follow(place)
      default: followDerived(place)
      }
    }
  }

  private func follow(_ place: Int) {
    let last = Locked<Int?>(nil, rank: .leaf)
    let held = Locked<Tracker?>(nil, rank: .leaf)
    let read: @Sendable () -> Void = { [numbers] in
      guard let tracker = held.withLock({ $0 }) else { return }
      let value = tracker.track { numbers[place].count }
      last.withLock { $0 = value }
    }
    let tracker = Tracker { _ = reports { read() } }
    held.withLock { $0 = tracker }
    read()
    add(Follower(place: place, last: last, observation: tracker))
  }

  private func followDerived(_ place: Int) {
    let value = Derived(of: root.context, at: .thisLine()) { [numbers] in numbers[place].count }
    let twice = Derived(of: root.context, at: .thisLine()) { value.value * 2 }
    let last = Locked<Int?>(nil, rank: .leaf)
    let observation = twice.observe(at: .thisLine()) { value in last.withLock { $0 = value / 2 } }
    let first = twice.value / 2
    last.withLock { $0 = $0 ?? first }
    add(Follower(place: place, last: last, observation: observation))
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

  func returnAll() { _ = reports { root.kids = numbers } }

  func check() {
    _ = reports {
      for follower in followers.withLock({ $0 }) where numbers[follower.place].context.isLive {
        let last = follower.last.withLock { $0 }
        #expect(last == numbers[follower.place].count)
      }
    }
  }
}
