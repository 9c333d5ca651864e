@_spi(Strata) import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

/// What diagnostics and tools learn of derived values and their sources.
@Suite struct DerivedReadsTests {
  private let kid = Kid("a", count: 1)

  @Test func aRecordingListsThePropertiesThatAValueWasComputedFrom() {
    let anchor = Anchor(kid.context)
    let double = Derived(of: kid.context, at: .thisLine()) { [kid] in kid.count * 2 }
    let left = Derived(of: kid.context, at: .thisLine()) { double.value + 1 }
    let right = Derived(of: kid.context, at: .thisLine()) { [kid] in
      double.value + kid.name.count
    }
    let sum = Derived(of: kid.context, at: .thisLine()) { left.value + right.value }
    let recording = ReadRecording()
    #expect(recording.record { sum.value } == 6)
    let slots = [Item.count.index, Item.name.index]
    #expect(recording.reads.count == 2)
    #expect(Set(recording.reads) == Set(slots.map { SlotRead(context: kid.context, slot: $0) }))
    withExtendedLifetime(anchor) {}
  }

  /// The last reader of the other tree goes before the transaction ends, which then nobody listens to.
  @Test func aPropertyThatAnotherTreeHasReadInATransactionIsFollowedAfterIt() {
    let far = Kid("far", count: 1)
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let length = Derived(of: far.context, at: .thisLine()) { [kid] in
      far.count == 0 ? 0 : kid.name.count
    }
    kid.context.transaction {
      kid.name = "text"
      #expect(length.value == 4)
      far.count = 0
      #expect(length.value == 0)
    }
    far.count = 1
    #expect(length.value == 4)
    kid.name = "the last one"
    #expect(length.value == 12)
    kid.context.transaction { kid.name = "text" }
    #expect(length.value == 4)
    withExtendedLifetime(anchors) {}
  }

  @Test func thePropertiesOfAnotherTreeAreListedToo() {
    let far = Kid("far", count: 10)
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let sum = Derived(of: kid.context, at: .thisLine()) { [kid] in kid.count + far.count }
    let recording = ReadRecording()
    #expect(recording.record { sum.value } == 11)
    #expect(
      Set(recording.reads)
        == Set([kid, far].map { SlotRead(context: $0.context, slot: Item.count.index) })
    )
    withExtendedLifetime(anchors) {}
  }

  /// Lists the reasons of the evaluations of one call site.
  private final class Witness: TreeObserver {
    let wantsEvaluations = true
    private let log = Log()

    var reasons: [String] { log.take() }

    func didEvaluate(_ evaluation: ObservedEvaluation, of owner: Context) {
      let names = evaluation.reasons.map(\.name).sorted().joined(separator: ", ")
      log.add("\(evaluation.callSite): \(names)")
    }
  }

  @Test func anEvaluationNamesTheDerivedValuesThatHaveChanged() {
    let witness = Witness()
    let anchor = withTreeObserver(witness) { Anchor(kid.context) }
    let isLong = Derived(of: kid.context, at: .thisLine()) { [kid] in kid.name.count > 3 }
    let double = Derived(of: kid.context, at: .thisLine()) { [kid] in kid.count * 2 }
    let sum = Derived(of: kid.context, at: .thisLine()) { isLong.value ? -1 : double.value }
    #expect(sum.value == 2)
    #expect(Set(witness.reasons).contains("\(sum.callSite): "))
    kid.count = 2
    #expect(sum.value == 4)
    #expect(
      witness.reasons == ["\(double.callSite): count", "\(sum.callSite): \(double.callSite)"]
    )
    kid.name = "abcd"
    #expect(sum.value == -1)
    #expect(
      witness.reasons == ["\(isLong.callSite): name", "\(sum.callSite): \(isLong.callSite)"]
    )
    withExtendedLifetime(anchor) {}
  }

  @Test func anEvaluationNamesADerivedValueThatIsStillToBeComputed() {
    let witness = Witness()
    let anchor = withTreeObserver(witness) { Anchor(kid.context) }
    let lent = Derived<Int, Never>(of: kid.context, at: .thisLine(), areEqual: nil)
    let sum = Derived(of: kid.context, at: .thisLine()) { [kid] in
      lent.outcome(isKept: false) { .success(kid.count) }.get()
    }
    #expect(sum.value == 1)
    _ = witness.reasons
    kid.count = 2
    #expect(sum.value == 2)
    #expect(Set(witness.reasons).contains("\(sum.callSite): \(lent.callSite)"))
    withExtendedLifetime(anchor) {}
  }

  @Test func theObserversOfAContextsDerivedValuesAreListed() {
    let anchor = Anchor(kid.context)
    let double = Derived(of: kid.context, at: .thisLine()) { [kid] in kid.count * 2 }
    #expect(kid.context.derivedObserverSites == [])
    let callSite = CallSite.thisLine()
    let observation = double.observe(at: callSite) { _ in }
    #expect(
      kid.context.derivedObserverSites == [
        ObserverSite(kind: "observer of a derived value", callSite: callSite)
      ]
    )
    observation.cancel()
    #expect(kid.context.derivedObserverSites == [])
    withExtendedLifetime(anchor) {}
  }
}
