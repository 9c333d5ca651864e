import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import Testing

/// A value whose first read begins what makes it, as that of a source does that fetches.
private final class Fetched: Sendable {
  private let state = Locked<(hasBegun: Bool, value: Int?)>((false, nil), rank: .leaf)
  private let scope = CancellationScope()
  private let load: @Sendable () async -> Int?

  init(_ load: @escaping @Sendable () async -> Int?) { self.load = load }

  var value: Int? {
    let (isFirst, value) = state.withLock { state in
      defer { state.hasBegun = true }
      return (!state.hasBegun, state.value)
    }
    if isFirst {
      scope.task { [load, state] in
        let value = await load()
        state.withLock { $0.value = value }
      }
    }
    return value
  }
}

@Suite struct FirstReadTests {
  @Test func aReadInAnAssertionBeginsTheWorkAndIsWaitedFor() async {
    let findings = await Findings.of {
      let (one, two) = (Fetched { 1 }, Fetched { 2 })
      await expect(one.value != nil)
      await expect {
        one.value == 1
        two.value == 2
      }
      let three = Fetched { 3 }
      let value = try await require(three.value)
      #expect(value == 3)
    }
    #expect(findings.messages == [])
  }

  @Test func aReadInATestersAssertionIsWaitedFor() async {
    let findings = Findings()
    await findings.collect {
      let (counter, tester) = Counter().andTester()
      let hasBegun = Locked(false, rank: .leaf)
      func fetched() -> Bool {
        let isFirst = hasBegun.withLock { hasBegun in
          defer { hasBegun = true }
          return !hasBegun
        }
        if isFirst { counter.node.task { counter.count = 1 } }
        return counter.count == 1
      }
      await tester.assert(fetched())
    }
    #expect(findings.messages == [])
  }

  @Test func aReadBeginsWorkThatTakesTime() async {
    let findings = await Findings.of {
      guard let clock = TestScope.current?.executor.clock else { return }
      let fetched = Fetched {
        try? await clock.sleep(for: .milliseconds(300))
        return 7
      }
      await expect(fetched.value == 7)
    }
    #expect(findings.messages == [])
  }

  @Test func aValueThatNeverComesFailsTheAssertion() async {
    let findings = await Findings.of {
      let fetched = Fetched { nil }
      await expect(fetched.value != nil)
    }
    #expect(findings.kinds == [.assertion])
  }

  /// Changes by a task that an assertion's line has started do not belong to the assertion.
  @Test func workThatAReadHasBegunReportsOnItsOwn() async {
    let findings = await Findings.of {
      let fetched = Fetched {
        ReportSink.report("from the task", at: .thisLine())
        return 1
      }
      await expect(fetched.value == 1)
    }
    #expect(findings.kinds == [.misuse])
    #expect(findings.messages.first?.hasPrefix("from the task") == true)
  }

  @Test func aLineThatAlwaysBeginsSomethingComesToAnEnd() async {
    let findings = await Findings.of {
      let scope = CancellationScope()
      let looks = Locked(0, rank: .leaf)
      func look() -> Bool {
        looks.withLock { $0 += 1 }
        scope.task {}
        return false
      }
      await expect(look())
      #expect(looks.withLock { $0 } == 10_001)
    }
    #expect(findings.kinds == [.assertion])
  }
}
