import StrataConcurrency
import Testing

@testable import StrataCore

/// A value whose equality may run a closure of the test.
private struct Guarded: Equatable {
  static let onCompare = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)

  var number: Int

  static func == (a: Guarded, b: Guarded) -> Bool {
    onCompare.withLock { $0 }?()
    return a.number == b.number
  }
}

/// Values that are read while a change of their source is being compared.
@Suite struct UnsettledSourceTests {
  private static let slot = Slot<Guarded>(uncheckedIndex: 0)
  private static let layout = Layout(name: "Guarded", slots: [.value("number", Guarded.self)])

  /// A derived value that can be read before it is made.
  private final class Later: Sendable {
    private let derived = Locked<Derived<Int, Never>?>(nil, rank: .leaf)
    var value: Int { derived.withLock { $0 }?.value ?? 0 }
    func set(_ value: Derived<Int, Never>) { derived.withLock { $0 = value } }
  }

  @Test func aRunThatIsOvertakenByAChangeInComparisonIsNoCycle() {
    let (near, far) = (Kid(), Context(layout: Self.layout))
    far.initialize(Self.slot, to: Guarded(number: 0))
    let anchors = [Anchor(near.context), Anchor(far)]
    let (comparing, compared) = (Gate(), Gate())
    let writer = Locked<OtherThread?>(nil, rank: .leaf)
    let (isFirst, later) = (Locked(true, rank: .leaf), Later())
    let two = Derived(of: near.context, at: .thisLine()) { () -> Int in
      let number = far[UnsettledSourceTests.slot].number
      guard number % 2 == 0 else { return 10 }
      let isDue = isFirst.withLock { isFirst in
        defer { if number == 2 { isFirst = false } }
        return isFirst && number == 2
      }
      if isDue {
        let thread = OtherThread { far.write(UnsettledSourceTests.slot, Guarded(number: 3)) }
        writer.withLock { $0 = thread }
        comparing.wait()
      }
      return later.value + 1
    }
    let one = Derived(of: near.context, at: .thisLine()) {
      far[UnsettledSourceTests.slot].number % 2 == 0 ? 20 : two.value + 1
    }
    later.set(one)
    #expect(two.value == 21)
    far.write(Self.slot, Guarded(number: 2))
    Guarded.onCompare.withLock {
      $0 = {
        // The new value is stored, and the derived values of the other tree do not know yet.
        guard far.tree.lock.withLock({ (far.facets?.edges[0].unsettledChanges ?? 0) > 0 }) else {
          return
        }
        comparing.open()
        compared.wait()
      }
    }
    let found = reports { #expect([10, 12].contains(two.value)) }
    compared.open()
    Guarded.onCompare.withLock { $0 = nil }
    writer.withLock { $0 }?.join()
    #expect(found.map(\.message) == [])
    #expect([one.value, two.value] == [11, 10])
    withExtendedLifetime(anchors) {}
  }
}
