import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

/// Values that are assigned to a slot by its index, without its type.
@Suite struct AssignedValueTests {
  private let layout = Layout(
    name: "Form",
    slots: [.value("number", Int?.self), .value("key", AnyHashable.self)]
  )

  @Test func aValueOfAnotherTypeIsNotAssigned() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    #expect(!kid.context.assign(Item.count.index, "2"))
    #expect(!kid.context.assign(Item.kids.index, "none"))
    #expect(kid.context.assign(Item.kids.index, [Kid("b")]))
    #expect(kid.context.assign(Item.count.index, 2))
    #expect(kid.count == 2 && kid.kids.map(\.name) == ["b"])
    withExtendedLifetime(anchor) {}
  }

  @Test func anEqualValueIsNoChange() {
    let context = Context(layout: layout)
    context.initialize(Slot<Int?>(uncheckedIndex: 0), to: nil)
    context.initialize(Slot<AnyHashable>(uncheckedIndex: 1), to: AnyHashable(1))
    let anchor = Anchor(context)
    let log = Log()
    let recording = context.recordChanges(at: .thisLine()) { log.add("\($0.anyNewValue)") }
    let values: [(slot: Int, value: Any)] = [
      (0, Int?.none as Any), (0, Int?.some(5) as Any), (0, Int?.some(5) as Any),
      (0, Int?.none as Any), (1, AnyHashable(1)), (1, AnyHashable("1")), (1, AnyHashable("1")),
    ]
    for (slot, value) in values { #expect(context.assign(slot, value)) }
    #expect(log.all == ["Optional(5)", "nil", "1"])
    #expect(context.read(Slot<AnyHashable>(uncheckedIndex: 1)) == AnyHashable("1"))
    withExtendedLifetime((anchor, recording)) {}
  }

  @Test func aLayoutSaysWhetherRecordingsLeaveOutContexts() {
    _ = Layout(name: "Hidden", slots: [.container("kids", [Kid].self, isUnrecorded: true)])
    _ = Item.makeLayout("Shown")
    #expect(Layout.hasUnrecordedPlaces)
  }
}
