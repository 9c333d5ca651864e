import StrataConcurrency
import Testing

@testable import StrataCore

/// Derived values that read one another in a cycle.
@Suite struct DerivedCycleTests {
  /// A derived value that can be read before it is made.
  private final class Later: Sendable {
    private let derived = Locked<Derived<Int, Never>?>(nil, rank: .leaf)
    var value: Int { derived.withLock { $0 }?.value ?? 0 }
    func set(_ value: Derived<Int, Never>) { derived.withLock { $0 = value } }
  }

  private func place(_ line: UInt) -> String {
    "the value derived at StrataCoreTests/DerivedCycleTests.swift:\(line)"
  }

  @Test func eachMemberIsNamedWithItsPlace() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let third = Later()
    let line = #line as UInt
    let one = Derived(of: kid.context, at: .thisLine()) { kid.count == 0 ? 1 : third.value + 1 }
    let two = Derived(of: kid.context, at: .thisLine()) { one.value + 1 }
    let three = Derived(of: kid.context, at: .thisLine()) { two.value + 1 }
    third.set(three)
    #expect(three.value == 3)
    kid.count = 1
    let found = reports { #expect(one.value > 3) }
    #expect(found.count == 1)
    #expect(
      found.first?.message == """
        A cycle of derived values: \(place(line + 1)) reads \(place(line + 3)), which reads \
        \(place(line + 2)), which reads the first. The value from before is given. Let one of them \
        read something else.
        """
    )
    kid.count = 0
    #expect(three.value == 3)
    withExtendedLifetime(anchor) {}
  }

  @Test func oneThatReadsItselfIsNamedOnce() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let own = Later()
    let line = #line as UInt
    let one = Derived(of: kid.context, at: .thisLine()) { kid.count == 0 ? 1 : own.value + 1 }
    own.set(one)
    #expect(one.value == 1)
    kid.count = 1
    let found = reports { #expect(one.value == 2) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("\(place(line + 1)) reads itself.") == true)
    withExtendedLifetime(anchor) {}
  }

  @Test func membersOfOnePlaceAreToldApart() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let last = Later()
    func make(_ read: @escaping @Sendable () -> Int) -> Derived<Int, Never> {
      Derived(of: kid.context, at: .thisLine(), read)
    }
    let one = make { kid.count == 0 ? 1 : last.value + 1 }
    let two = make { one.value + 1 }
    last.set(two)
    #expect(two.value == 2)
    kid.count = 1
    let found = reports { #expect(one.value > 2) }
    let message = found.first?.message ?? ""
    #expect(message.contains("reads another one of that place, which reads the first"))
    withExtendedLifetime(anchor) {}
  }

  @Test func aCycleThatTakesSeveralStacksIsKnownWhole() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let last = Later()
    let one = Derived(of: kid.context, at: .thisLine()) { kid.count == 0 ? 1 : last.value + 1 }
    #expect(one.value == 1)
    var next = one
    for _ in 0..<20_000 {
      next = Derived(of: kid.context, at: .thisLine()) { [next] in next.value }
    }
    last.set(next)
    kid.count = 1
    // Only the first has been computed before, so each computation runs inside another.
    let found = reports { #expect(one.value == 2) }
    let message = found.first?.message ?? ""
    #expect(found.count == 1)
    #expect(message.contains("which leads by"), "\(message)")
    #expect(!message.contains("not tracked"), "\(message)")
    withExtendedLifetime(anchor) {}
  }

  @Test func whatIsReadUntrackedIsSaidToBeSo() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let second = Later()
    let line = #line as UInt
    let one = Derived(of: kid.context, at: .thisLine()) {
      kid.count == 0 ? 1 : withoutTracking { second.value + 1 }
    }
    second.set(Derived(of: kid.context, at: .thisLine()) { one.value + 1 })
    #expect(second.value == 2)
    kid.count = 1
    let found = reports { #expect(one.value > 2) }
    let message = found.first?.message ?? ""
    #expect(
      message.contains(
        "\(place(line + 1)) reads itself by way of \(place(line + 4)) and reads that are not tracked"
      )
    )
    withExtendedLifetime(anchor) {}
  }
}
