import StrataConcurrency
import Testing

@testable import StrataCore

/// Sources that move to another tree while observed values depend on them.
@Suite struct MovedSourceTests {
  private static let nosy = Slot<Nosy>(uncheckedIndex: 0)
  private static let layout = Layout(name: "Nosy", slots: [.value("nosy", Nosy.self)])

  @Test func aTreeWhoseSourceMovesAwayDuringTheComparisonGoesOnDelivering() {
    let child = Kid(context: Context(layout: Self.layout))
    child.context.initialize(Self.nosy, to: Nosy(number: 0))
    let (old, new) = (Kid("old", kids: [child]), Kid("new"))
    let anchors = [Anchor(old.context), Anchor(new.context)]
    let log = Log()
    let number = Derived(of: old.context, at: .thisLine()) {
      child.context[MovedSourceTests.nosy].number
    }
    let count = Derived(of: old.context, at: .thisLine()) { old.count }
    let far = Derived(of: new.context, at: .thisLine()) { new.count }
    let observations = [
      number.observe(at: .thisLine()) { log.add("number \($0)") },
      count.observe(at: .thisLine()) { log.add("count \($0)") },
      far.observe(at: .thisLine()) { log.add("far \($0)") },
    ]
    let move: @Sendable () -> Void = {
      guard !old.kids.isEmpty else { return }
      old.kids = []
      new.kids = [child]
    }
    Nosy.$onCompare.withValue(move) { child.context.write(Self.nosy, Nosy(number: 1)) }
    _ = log.take()
    old.count = 5
    new.count = 6
    #expect(log.all == ["count 5", "far 6"])
    withExtendedLifetime((anchors, observations)) {}
  }

  /// The comparison that the move has overtaken counts for nothing in the new tree.
  @Test(arguments: [false, true])
  func aSourceThatMovedAwayDuringAComparisonIsComparedAnewInItsNewTree(isQueued: Bool) {
    let child = Kid(context: Context(layout: Self.layout))
    child.context.initialize(Self.nosy, to: Nosy(number: 0))
    let (old, new) = (Kid("old", kids: [child]), Kid("new"))
    let anchors = [Anchor(old.context), Anchor(new.context)]
    let values = [old, new].map { parent in
      Derived(of: parent.context, at: .thisLine()) { child.context[MovedSourceTests.nosy].number }
    }
    #expect(values[0].value == 0)
    let write = { (number: Int) in
      child.context.write(MovedSourceTests.nosy, Nosy(number: number))
    }
    let move: @Sendable () -> Void = {
      guard !old.kids.isEmpty else { return }
      old.kids = []
      new.kids = [child]
    }
    Nosy.$onCompare.withValue(move) {
      if isQueued { child.context.transaction { write(1) } } else { write(1) }
    }
    #expect(values[1].value == 1)
    let seen = Locked<[Int]>([], rank: .leaf)
    let read: @Sendable () -> Void = {
      let value = values[1].value
      seen.withLock { $0.append(value) }
    }
    Nosy.$onCompare.withValue(read) { write(2) }
    #expect(seen.withLock { $0.last } == 2)
    #expect(values[1].value == 2)
    withExtendedLifetime(anchors) {}
  }

  /// The edge to the source was cut when it left.
  @Test(arguments: [false, true])
  func aSourceThatReturnsIsASourceAgain(isReadMeanwhile: Bool) {
    let layout = Layout(name: "Number", slots: [.value("count", Int.self)])
    let number = Kid(context: Context(layout: layout))
    number.context.initialize(Item.count, to: 1)
    let root = Kid("root", kids: [number])
    let anchor = Anchor(root.context)
    let sum = Derived(of: root.context, at: .thisLine()) { root.count + number.count }
    #expect(sum.value == 1)
    for count in 2..<5 {
      root.kids = []
      if isReadMeanwhile { #expect(sum.value == count - 1) }
      root.kids = [number]
      #expect(sum.value == count - 1)
      number.count = count
      #expect(sum.value == count)
    }
    withExtendedLifetime(anchor) {}
  }
}
