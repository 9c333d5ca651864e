import Testing

@_spi(Strata) @testable import StrataConcurrency

/// Cycles of threads that wait for one another.
@Suite(.serialized) struct WaitGraphTests {
  // No thread of the process has such an identity.
  private static let first = ThreadIdentity(rawValue: 11 << 56)
  private static let second = ThreadIdentity(rawValue: 12 << 56)
  private static let third = ThreadIdentity(rawValue: 13 << 56)

  /// The waits that were ended, which happens under the lock of the graph.
  private let ended = Locked<[String]>([], rank: LockRank(62))

  /// Notes a wait; its end is logged if it may be given up.
  private func wait(
    _ thread: ThreadIdentity,
    for holder: ThreadIdentity?,
    at place: String,
    mayEnd: Bool = false
  ) -> [String]? {
    guard mayEnd else { return WaitGraph.add(thread, for: holder, at: place) }
    return WaitGraph.add(thread, for: holder, at: place) { [ended] in
      ended.withLock { $0.append(place) }
    }
  }

  private func forget() { WaitGraph.remove([Self.first, Self.second, Self.third]) }

  @Test func aCycleIsNamedByItsPlaces() {
    defer { forget() }
    #expect(wait(Self.first, for: Self.second, at: "a") == nil)
    #expect(wait(Self.second, for: Self.third, at: "b") == nil)
    #expect(wait(Self.third, for: Self.first, at: "c") == ["c", "a", "b"])
    WaitGraph.remove([Self.first])
    #expect(wait(Self.third, for: Self.first, at: "c") == nil)
  }

  @Test func aWaitThatMayBeGivenUpEndsInsteadOfACycle() {
    defer { forget() }
    #expect(wait(Self.first, for: Self.second, at: "a", mayEnd: true) == nil)
    #expect(wait(Self.second, for: Self.first, at: "b") == nil)
    #expect(ended.withLock { $0 } == ["a"])
  }

  @Test func itEndsOnlyForAThreadThatItWaitsFor() {
    defer { forget() }
    #expect(wait(Self.first, for: Self.third, at: "a", mayEnd: true) == nil)
    #expect(wait(Self.second, for: Self.first, at: "b") == nil)
    #expect(ended.withLock { $0 } == [])
    #expect(wait(Self.third, for: Self.second, at: "c") == nil)
    #expect(ended.withLock { $0 } == ["a"])
  }

  @Test func aWaitForAThreadThatIsNotKnownEndsForAnyThread() {
    defer { forget() }
    #expect(wait(Self.first, for: nil, at: "a", mayEnd: true) == nil)
    #expect(wait(Self.second, for: Self.first, at: "b") == nil)
    #expect(ended.withLock { $0 } == ["a"])
  }

  @Test func aThreadThatAnotherWaitsForWaitsForNoUnknownThread() {
    defer { forget() }
    #expect(wait(Self.first, for: Self.second, at: "a") == nil)
    #expect(wait(Self.second, for: nil, at: "b", mayEnd: true) == ["b"])
    #expect(wait(Self.third, for: nil, at: "c", mayEnd: true) == nil)
    // A wait that may not be given up is not avoided.
    #expect(wait(Self.second, for: nil, at: "b") == nil)
    #expect(ended.withLock { $0 } == [])
  }
}
