import StrataConcurrency
import Testing

@Suite struct CancellationContextTests {
  let scope = CancellationScope()
  let log = Log()

  @discardableResult private func handler(_ name: String) -> CancellationHandle {
    scope.onCancel { [log] in log.add(name) }
  }

  @Test func tagsWhatIsRegisteredInsideAndReturnsTheValue() {
    handler("before")
    let value = scope.cancellationContext(for: "key") {
      handler("inside")
      return 42
    }
    handler("after")
    #expect(value == 42)
    scope.cancelAll(for: "key")
    #expect(log.all == ["inside"])
  }

  @Test func innerContextsGetBothKeys() {
    enum Inner {}
    scope.cancellationContext(for: "outer") {
      scope.cancellationContext(for: Inner.self) { _ = handler("a") }
      scope.cancellationContext(for: Inner.self) { _ = handler("b") }
      handler("c")
    }
    scope.cancelAll(for: Inner.self)
    #expect(log.all == ["a", "b"])
    scope.cancelAll(for: "outer")
    #expect(log.all == ["a", "b", "c"])
  }

  @Test func rethrowsAndClosesTheContext() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try scope.cancellationContext(for: "key") { () throws(Failure) in throw Failure() }
    }
    handler("after")
    scope.cancelAll(for: "key")
    #expect(log.all == [])
  }

  @Test func anotherScopesWorkIsNotTagged() {
    let other = CancellationScope()
    scope.cancellationContext(for: "key") {
      _ = other.onCancel { [log] in log.add("other") }
    }
    scope.cancelAll(for: "key")
    other.cancelAll(for: "key")
    #expect(log.all == [])
  }

  @Test func anAsynchronousContextTagsAcrossSuspensions() async {
    let value = await scope.cancellationContext(for: "key") {
      await Task.yield()
      handler("a")
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [self] in _ = handler("child") }
      }
      return 1
    }
    #expect(value == 1)
    scope.cancelAll(for: "key")
    #expect(log.all == ["a", "child"])
  }

  @Test(arguments: [false, true])
  func workOfATaskIsNotIncludedUnlessItAsks(inherits: Bool) async {
    let (registered, end) = (Signal(), Signal())
    let body: @Sendable () async -> Void = { [self] in
      let work = handler("nested")
      if inherits { work.inheritCancellationContext() }
      registered.fire()
      await end.wait()
    }
    scope.cancellationContext(for: "key") { _ = scope.task(operation: body) }
    await registered.wait()
    scope.cancelAll(for: "key")
    #expect(log.all == (inherits ? ["nested"] : []))
    end.fire()
  }

  /// The same holds while another context is open elsewhere, which must not change the keys that a task passes on.
  @Test(
    arguments: [[true, true], [true, false], [false, true], [false, false]],
    [false, true]
  )
  func aTaskHandsOnWhatItHasInherited(inherits: [Bool], elsewhere: Bool) async {
    let (registered, end) = (Signal(), Signal())
    let other = CancellationScope()
    let inner: @Sendable () async -> Void = { [self] in
      let work = handler("nested")
      if inherits[1] { work.inheritCancellationContext() }
      registered.fire()
      await end.wait()
    }
    let outer: @Sendable () async -> Void = { [self] in
      let start = {
        let work = self.scope.task(operation: inner)
        if inherits[0] { work.inheritCancellationContext() }
      }
      if elsewhere { other.cancellationContext(for: "other") { start() } } else { start() }
      await end.wait()
    }
    scope.cancellationContext(for: "key") { _ = scope.task(operation: outer) }
    await registered.wait()
    scope.cancelAll(for: "key")
    #expect(log.all == (inherits == [true, true] ? ["nested"] : []))
    end.fire()
  }

  @Test func workOfATaskStartedInAnAsynchronousContextIsNotIncluded() async {
    let registered = Signal()
    await scope.cancellationContext(for: "key") {
      scope.task { [self] in
        handler("nested")
        registered.fire()
      }
      await registered.wait()
    }
    scope.cancelAll(for: "key")
    #expect(log.all == [])
  }

  @Test func withoutAKeyItGivesAHandle() {
    handler("before")
    let group = scope.cancellationContext {
      handler("a")
      handler("b")
    }
    let other = scope.cancellationContext { _ = handler("other") }
    group.cancel()
    group.cancel()
    #expect(log.all == ["a", "b"])
    other.cancel()
    #expect(log.all == ["a", "b", "other"])
  }

  @Test func aGroupCanBeTagged() {
    for name in ["a", "b"] {
      scope.cancellationContext { _ = handler(name) }.cancel(for: "key", cancelInFlight: true)
    }
    #expect(log.all == ["a"])
    scope.cancelAll(for: "key")
    #expect(log.all == ["a", "b"])
  }

  @Test func anAsynchronousContextWithoutAKeyGivesAHandle() async {
    let group = await scope.cancellationContext {
      await Task.yield()
      handler("a")
    }
    group.cancel()
    #expect(log.all == ["a"])
  }
}
