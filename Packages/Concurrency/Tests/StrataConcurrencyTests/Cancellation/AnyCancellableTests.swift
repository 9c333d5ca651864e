import StrataConcurrency
import Testing

/// Handles whose type is not known, as in a list of work of several kinds.
@Suite struct AnyCancellableTests {
  private enum Search {}

  @Test func workIsTaggedWhateverItsTypeIsKnownAs() {
    let scope = CancellationScope()
    let ended = Locked<[String]>([], rank: .leaf)
    func work(_ name: String) -> any Cancellable {
      scope.onCancel { ended.withLock { $0.append(name) } }
    }
    work("key").cancel(for: "key")
    work("type").cancel(for: Search.self)
    scope.cancelAll(for: "key")
    #expect(ended.withLock { $0 } == ["key"])
    scope.cancelAll(for: Search.self)
    #expect(ended.withLock { $0 } == ["key", "type"])
    work("former").cancel(for: 7, cancelInFlight: true)
    work("later").cancel(for: 7, cancelInFlight: true)
    #expect(ended.withLock { $0 } == ["key", "type", "former"])
  }

  @Test func workWithTheSameKeyIsNotReplacedUnlessACallerAsksForThat() {
    let scope = CancellationScope()
    let ended = Locked<[Int]>([], rank: .leaf)
    for number in 0..<2 {
      let work: any Cancellable = scope.onCancel { ended.withLock { $0.append(number) } }
      work.cancel(for: "key")
      work.cancel(for: Search.self)
    }
    #expect(ended.withLock { $0 } == [])
    scope.cancelAll(for: "key")
    #expect(ended.withLock { $0 } == [0, 1])
  }

  @Test func eachPlaceIsAKeyOfItsOwn() {
    let scope = CancellationScope()
    let ended = Locked<[Int]>([], rank: .leaf)
    for number in 0..<3 {
      let work: any Cancellable = scope.onCancel { ended.withLock { $0.append(number) } }
      work.cancelInFlight()
    }
    #expect(ended.withLock { $0 } == [0, 1])
    let other: any Cancellable = scope.onCancel { ended.withLock { $0.append(9) } }
    other.cancelInFlight()
    #expect(ended.withLock { $0 } == [0, 1])
  }

  @Test func aContextIsInherited() async {
    let scope = CancellationScope()
    let ended = Locked<[String]>([], rank: .leaf)
    await scope.cancellationContext(for: "context") {
      await withCheckedContinuation { done in
        scope.task {
          let work: any Cancellable = scope.onCancel { ended.withLock { $0.append("inherits") } }
          work.inheritCancellationContext()
          let other: any Cancellable = scope.onCancel { ended.withLock { $0.append("other") } }
          _ = other
          done.resume()
        }
      }
    }
    scope.cancelAll(for: "context")
    #expect(ended.withLock { $0 } == ["inherits"])
  }

  @Test func whatIsNoWorkOfAScopeIsReported() {
    struct Plain: Cancellable {
      func cancel() {}
    }
    let texts = Locked<[String]>([], rank: .leaf)
    let lines = Locked<[UInt]>([], rank: .leaf)
    ReportSink.withHandler { report in
      texts.withLock { $0.append(report.message) }
      lines.withLock { $0.append(report.callSite.line) }
    } operation: {
      let plain: any Cancellable = Plain()
      plain.cancel(for: "key")
      plain.cancel(for: Search.self)
      plain.cancelInFlight()
      plain.inheritCancellationContext()
    }
    let first: UInt = #line - 5
    #expect(lines.withLock { $0 } == [first, first + 1, first + 2, first + 3])
    #expect(texts.withLock { $0.first }?.hasPrefix("A Plain was to be tagged with a key.") == true)
  }
}
