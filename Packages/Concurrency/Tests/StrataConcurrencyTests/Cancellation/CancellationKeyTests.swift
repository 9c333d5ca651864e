import StrataConcurrency
import Testing

@Suite struct CancellationKeyTests {
  let scope = CancellationScope()
  let log = Log()

  @discardableResult private func handler(_ name: String) -> CancellationHandle {
    scope.onCancel { [log] in log.add(name) }
  }

  @Test func cancelAllReachesWhatCarriesTheKeyInOrder() {
    handler("a").cancel(for: "key")
    handler("other").cancel(for: "other")
    handler("b").cancel(for: "key")
    handler("untagged")
    scope.cancelAll(for: "key")
    scope.cancelAll(for: "key")
    #expect(log.all == ["a", "b"])
  }

  @Test func aTypeIsAKey() {
    enum LoadID {}
    enum SaveID {}
    handler("load").cancel(for: LoadID.self)
    handler("save").cancel(for: SaveID.self)
    scope.cancelAll(for: LoadID.self)
    #expect(log.all == ["load"])
  }

  @Test func keysOfDifferentTypesDiffer() {
    handler("Int").cancel(for: 1)
    handler("Int8").cancel(for: Int8(1))
    scope.cancelAll(for: Int8(1))
    #expect(log.all == ["Int8"])
  }

  /// These keys have one hash, since the bytes that they feed to it are the same.
  @Test func keysOfDifferentKindsDifferAlsoIfTheirHashesAreEqual() {
    enum LoadID {}
    handler("Int").cancel(for: 1)
    handler("UInt").cancel(for: UInt(1))
    handler("type").cancel(for: LoadID.self)
    handler("identifier").cancel(for: ObjectIdentifier(LoadID.self))
    scope.cancelAll(for: UInt(1))
    #expect(log.all == ["UInt"])
    scope.cancelAll(for: ObjectIdentifier(LoadID.self))
    #expect(log.all == ["UInt", "identifier"])
    scope.cancelAll(for: LoadID.self)
    scope.cancelAll(for: 1)
    #expect(log.all == ["UInt", "identifier", "type", "Int"])
  }

  @Test func aGroupHasNoKeyThatAProgramCanName() {
    for name in ["first", "second"] { scope.cancellationContext { _ = handler(name) } }
    for number in 0..<10 {
      scope.cancelAll(for: number)
      scope.cancelAll(for: UInt64(number))
    }
    #expect(log.all == [])
  }

  @Test func workCanCarrySeveralKeys() {
    handler("a").cancel(for: 1).cancel(for: 2).cancel(for: 2)
    handler("b").cancel(for: 2)
    scope.cancelAll(for: 1)
    #expect(log.all == ["a"])
    scope.cancelAll(for: 2)
    #expect(log.all == ["a", "b"])
  }

  @Test func anotherScopesWorkIsNotTouched() {
    let other = CancellationScope()
    other.onCancel { [log] in log.add("other") }.cancel(for: "key")
    handler("own").cancel(for: "key")
    scope.cancelAll(for: "key")
    #expect(log.all == ["own"])
  }

  @Test func inFlightWorkIsReplaced() {
    for name in ["a", "b", "c"] { handler(name).cancel(for: "key", cancelInFlight: true) }
    #expect(log.all == ["a", "b"])
    scope.cancelAll(for: "key")
    #expect(log.all == ["a", "b", "c"])
  }

  @Test func inFlightWorkIsReplacedByCallSite() {
    for name in ["a", "b"] { handler(name).cancelInFlight() }
    handler("elsewhere").cancelInFlight()
    #expect(log.all == ["a"])
  }

  @Test func collidingKeysStayApart() {
    struct Colliding: Hashable, Sendable {
      let name: String
      func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }
    for name in ["a", "b", "c", "d"] { handler(name).cancel(for: Colliding(name: name)) }
    handler("b again").cancel(for: Colliding(name: "b"))
    scope.cancelAll(for: Colliding(name: "b"))
    scope.cancelAll(for: Colliding(name: "none"))
    #expect(log.all == ["b", "b again"])
    for name in ["d", "c", "b", "a"] { scope.cancelAll(for: Colliding(name: name)) }
    #expect(log.all == ["b", "b again", "d", "c", "a"])
    #expect(scope.isEmpty)
  }

  @Test func aKeyMayUseTheScopeWhileItIsCompared() {
    struct Nosy: Hashable, Sendable {
      let scope: CancellationScope
      static func == (a: Nosy, b: Nosy) -> Bool { a.scope.runningCount >= 0 }
      func hash(into hasher: inout Hasher) { hasher.combine(scope.isEmpty ? 0 : 0) }
    }
    handler("a").cancel(for: Nosy(scope: scope))
    handler("b").cancel(for: Nosy(scope: scope), cancelInFlight: true)
    scope.cancelAll(for: Nosy(scope: scope))
    #expect(log.all == ["a", "b"])
  }

  @Test func aKeyIsReleasedWithTheLastWorkThatCarriesIt() {
    final class Token: Hashable, Sendable {
      static func == (a: Token, b: Token) -> Bool { a === b }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      handler("a").cancel(for: token).cancel()
    }
    #expect(weakToken == nil)
  }
}
