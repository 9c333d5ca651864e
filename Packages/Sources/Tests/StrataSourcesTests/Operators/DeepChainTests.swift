import Testing

@testable import StrataSources

/// Chains that are longer than a stack is deep.
@Suite struct DeepChainTests {
  private func chain(_ count: Int, behind source: Source<Int>) -> Source<Int> {
    var last = source
    for index in 0..<count {
      last = index % 3 == 2 ? last.combined(with: source).map { $0.0 } : last.map { $0 + 1 }
    }
    return last
  }

  @Test func manyThousandOperatorsAreEvaluatedToldAndReleased() {
    let plain = Plain(0)
    var last = plain.eraseToSource()
    for _ in 0..<20_000 { last = last.map { $0 + 1 } }
    let recorder = Recorder(last)
    plain.model = 1
    plain.model = 2
    #expect(recorder.models == [20_000, 20_001, 20_002])
  }

  @Test func operatorsThatNobodyHasReadAreReleased() {
    var last = Plain(0).eraseToSource()
    for _ in 0..<20_000 { last = last.filteringDuplicates() }
    weak let first = last.base
    last = Plain(1).eraseToSource()
    #expect(first == nil)
  }

  @Test func releasesAreInsideOneAnotherNoDeeperThanTheLimit() {
    var (level, deepest, count) = (0, 0, 0)
    func release(_ remaining: Int) {
      DeepChain.release {
        level += 1
        count += 1
        deepest = max(deepest, level)
        if remaining > 0 { release(remaining - 1) }
        level -= 1
      }
    }
    release(1_000)
    #expect(count == 1_001)
    // The first of them begins the loop.
    #expect(deepest == DeepChain.length + 1)
  }

  @Test func eachIsToldInOrderBeforeTheSetterReturns() {
    let plain = Plain(0)
    let source = plain.eraseToSource()
    let middle = chain(100, behind: source)
    let end = chain(200, behind: middle)
    let (first, second) = (Recorder(middle), Recorder(end))
    for value in 1...3 {
      plain.model = value
      #expect(first.models.last == source.map { $0 }.model + 67)
      #expect(second.models.last == end.model)
    }
    #expect(second.models == second.models.sorted())
  }

  @Test func aSubscriberThatSetsAnotherSourceFindsItsLongChainTold() {
    let (outer, inner) = (Plain(0), Plain(0))
    let innerEnd = Recorder(chain(100, behind: inner.eraseToSource()))
    let outerEnd = chain(100, behind: outer.eraseToSource())
    let found = Recorder<Bool>()
    let setter = Setter { value in
      inner.model = value
      found.take(innerEnd.models.last == value + 67)
    }
    outerEnd.subscribe(setter, method: Setter.take)
    outer.model = 5
    outer.model = 6
    #expect(found.models.count >= 3)
    #expect(found.models.allSatisfy { $0 })
    withExtendedLifetime((outerEnd, setter)) {}
  }

  @Test func aChainIsAsDeepBehindASourceThatIsMadeWhenItIsNeeded() {
    let end = chain(100, behind: Plain(0).eraseToSource())
    let composed = ComposedSource { end }
    #expect(composed.model == 67)
    #expect(end.base.depth >= 100)
    #expect(composed.depth == end.base.depth + 1)
    let latest = Plain(1).eraseToSource().flatMap { _ in composed.eraseToSource() }
    #expect(latest.model == 67)
    #expect(latest.base.depth == end.base.depth + 2)
  }

  @Test func threadsThatSetTheSourceLoseNothingAndKeepTheOrder() async {
    let plain = Plain(0)
    var last = plain.eraseToSource()
    for _ in 0..<100 { last = last.map { $0 } }
    let recorder = Recorder(last)
    await onThreads(4) { _ in
      for _ in 0..<200 { plain.model += 1 }
    }
    #expect(recorder.models == Array(0...800))
  }
}

/// Runs a closure with each value that it receives.
private final class Setter: Sendable {
  private let body: @Sendable (Int) -> Void
  init(_ body: @escaping @Sendable (Int) -> Void) { self.body = body }
  func take(_ value: Int) { body(value) }
}
