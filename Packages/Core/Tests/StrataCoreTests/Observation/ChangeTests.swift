import StrataConcurrency
import Testing

@testable import StrataCore

/// What an observer may ask a change for.
@Suite struct ChangeTests {
  @Test func theFormerValueIsNotGivenAsAnotherType() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid(count: 1)
      let anchor = Anchor(kid.context)
      let recording = kid.context.recordChanges(at: .thisLine()) { change in
        _ = change.oldValue(as: Slot<UInt>(uncheckedIndex: Item.count.index))
      }
      kid.count = 2
      withExtendedLifetime((anchor, recording)) {}
    }
    expectOutput(result?.standardErrorContent, contains: "This is a change of Item.count")
    expectOutput(result?.standardErrorContent, contains: "not of slot 0 as UInt.")
  }

  @Test func theNewValueIsNotLentAsAnotherType() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid(count: 1)
      let anchor = Anchor(kid.context)
      let recording = kid.context.recordChanges(at: .thisLine()) { change in
        // SAFETY: the address is not used.
        unsafe change.withNewValue(as: Slot<UInt>(uncheckedIndex: Item.count.index)) { _ in }
      }
      kid.count = 2
      withExtendedLifetime((anchor, recording)) {}
    }
    expectOutput(result?.standardErrorContent, contains: "This is a change of Item.count")
    expectOutput(result?.standardErrorContent, contains: "not of slot 0 as UInt.")
  }

  @Test func formerValuesOfChangesInPlaceAreKeptAsLongAsARecordingWantsThem() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let wishes = kid.context.recordChanges(at: .thisLine(), keepsOldValues: true) { _ in }
    let recording = kid.context.recordChanges(at: .thisLine()) { change in
      let former = change.oldValue(as: Item.list)
      log.add("\(former.map { "\($0)" } ?? "not kept") \(change.newValue(as: Item.list))")
    }
    kid.list.append(1)
    wishes.cancel()
    kid.list.append(2)
    // A second cancellation takes nothing from others.
    wishes.cancel()
    let again = kid.context.recordChanges(at: .thisLine(), keepsOldValues: true) { _ in }
    kid.list.append(3)
    #expect(log.all == ["[] [1]", "not kept [1, 2]", "[1, 2] [1, 2, 3]"])
    withExtendedLifetime((anchor, recording, again)) {}
  }
}
