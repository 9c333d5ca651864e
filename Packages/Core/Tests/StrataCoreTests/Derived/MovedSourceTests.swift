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
}
