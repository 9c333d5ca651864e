import StrataConcurrency
import Testing

@testable import StrataCore

/// Derived values that read a value without an equality: each write of it counts as a change.
@Suite struct IncomparableSourceTests {
  @Test func aDerivedValueFollowsWritesAndChangesInPlace() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let double = Derived(of: kid.context, at: .thisLine()) { kid.opaque.number * 2 }
    #expect(double.value == 0)
    kid.opaque = Opaque(number: 2)
    #expect(double.value == 4)
    kid.opaque.number = 3
    #expect(double.value == 6)
    withExtendedLifetime(anchor) {}
  }

  @Test func aRecordingGetsTheWritesOfASourceToo() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let double = Derived(of: kid.context, at: .thisLine()) { kid.opaque.number * 2 }
    #expect(double.value == 0)
    let recording = kid.context.recordChanges(at: .thisLine()) { change in
      log.add("\((change.anyNewValue as? Opaque)?.number ?? -1)")
    }
    kid.opaque = Opaque(number: 2)
    #expect(double.value == 4)
    kid.opaque.number = 3
    #expect(log.all == ["2", "3"])
    withExtendedLifetime((anchor, recording)) {}
  }
}
