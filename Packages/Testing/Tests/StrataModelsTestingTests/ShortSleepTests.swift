import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// Loops of sleeps that are over at once, in models under test.
@Suite struct ShortSleepTests {
  enum Sleep: String, CaseIterable, Sendable {
    case zero, past, immediate, nanosecond, microsecond, tenMicroseconds, ofTheModel, ofTheModelZero

    func sleep(in model: Counter) async throws {
      switch self {
      case .zero: try await Task.sleep(for: .zero)
      case .past: try await Task.sleep(until: .now - .seconds(1), clock: .continuous)
      case .immediate: try await ImmediateClock().sleep(for: .seconds(1))
      case .nanosecond: try await Task.sleep(nanoseconds: 1)
      case .microsecond: try await Task.sleep(nanoseconds: 1_000)
      case .tenMicroseconds: try await Task.sleep(nanoseconds: 10_000)
      case .ofTheModel: try await model.node.continuousClock.sleep(for: .nanoseconds(1))
      case .ofTheModelZero: try await model.node.continuousClock.sleep(for: .zero)
      }
    }
  }

  @Test(arguments: Sleep.allCases) func aSleepInAModelEnds(sleep: Sleep) async {
    let findings = await Findings.of {
      let model = Counter().withAnchor()
      model.node.task("sleeper") {
        for _ in 0..<10 {
          try await sleep.sleep(in: model)
          model.count += 1
        }
      } catch: { _ in
      }
      await expect(model.count == 10)
    }
    #expect(findings.messages == [])
  }

  @Test(arguments: Sleep.allCases) func anAssertionLooksAfterEachTurn(sleep: Sleep) async {
    let findings = await Findings.of {
      let model = Counter().withAnchor()
      model.count = 3
      let work = endless(model, sleep)
      for count in 3..<9 { await expect(model.count == count) }
      work.cancel()
    }
    #expect(findings.messages == [])
  }

  @Test(arguments: Sleep.allCases) func aTesterLooksAfterEachTurn(sleep: Sleep) async {
    let findings = Findings()
    await findings.collect {
      let (model, tester) = Counter(count: 3).andTester()
      let work = endless(model, sleep)
      for count in 4..<9 { await tester.assert(model.count == count) }
      work.cancel()
      await tester.settle()
    }
    #expect(findings.messages == [])
  }

  // A longer sleep needs virtual time, which does not pass at the end of a test.
  @Test(arguments: [Sleep.zero, .past, .immediate, .nanosecond, .microsecond, .ofTheModelZero])
  func aSleepForNoTimeEndsAtTheEndOfATester(sleep: Sleep) async {
    let findings = Findings()
    await findings.collect {
      let (model, tester) = Counter().andTester()
      model.node.task("sleeper") {
        for _ in 0..<3 { try await sleep.sleep(in: model) }
        model.count = 1
      } catch: { _ in
      }
      withExtendedLifetime(tester) {}
    }
    #expect(findings.kinds == [.state])
  }

  @Test func timersTakeFairTurns() async {
    let findings = await Findings.of {
      let board = Board(counters: [Counter(), Counter(), Counter()])
        .withAnchor { $0.continuousClock = ImmediateClock() }
      let timers = board.counters.map { counter in
        counter.node.forEach(counter.node.continuousClock.timer(interval: .seconds(1))) { _ in
          counter.count += 1
        }
      }
      for count in 1..<5 {
        await expect {
          board.counters[0].count == count
          board.counters[1].count == count
          board.counters[2].count == count
        }
      }
      for timer in timers { timer.cancel() }
    }
    #expect(findings.messages == [])
  }

  @Test func virtualTimePassesBesideAnEndlessTimer() async {
    let findings = await Findings.of(exhaustivity: .full.removing(.state)) {
      let clock = TestScope.current?.executor.clock
      let board = Board(counters: [Counter(), Counter()])
        .withAnchor { $0.continuousClock = ImmediateClock() }
      let timer = endless(board.counters[0], .immediate)
      board.counters[1].node.task {
        try? await clock?.sleep(for: .milliseconds(500))
        board.counters[1].count = 7
      }
      await expect(board.counters[1].count == 7)
      #expect(clock?.now.offset == .milliseconds(500))
      timer.cancel()
    }
    #expect(findings.messages == [])
  }

  @Test func sleepersTakeOneTurnInAHundred() async {
    let findings = await Findings.of(exhaustivity: .full.removing(.state)) {
      let clock = TestScope.current?.executor.clock
      let board = Board(counters: [Counter(), Counter()]).withAnchor()
      let timer = endless(board.counters[0], .immediate)
      let sleeper = board.counters[1].node.task("sleeper") {
        while !Task.isCancelled {
          try? await clock?.sleep(for: .milliseconds(1))
          board.counters[1].count += 1
        }
      }
      await expect(board.counters[0].count == 450)
      #expect(board.counters[1].count == 4)
      #expect(clock?.now.offset == .milliseconds(4))
      timer.cancel()
      sleeper.cancel()
    }
    #expect(findings.messages == [])
  }

  @Test func anEndlessTimerOfTheActivationEndsWithTheTest() async {
    let findings = await Findings.of {
      let observer = Watcher { model in
        model.node.forEach(ImmediateClock().timer(interval: .seconds(1))) { _ in
          model.child = model.child == nil ? Watcher() : nil
        }
      }.withAnchor()
      await expect(observer.child != nil)
    }
    #expect(findings.messages == [])
  }

  @Test func whatIsNeverTrueFailsTheAssertionAlone() async throws {
    let findings = await Findings.of(exhaustivity: .full.removing(.state)) {
      let model = Counter().withAnchor()
      let work = endless(model, .immediate)
      await expect(model.count < 0)
      #expect(model.count == 10_000)
      work.cancel()
    }
    #expect(findings.kinds == [.assertion])
    let text = try #require(findings.messages.first)
    #expect(text.contains("on a clock on which every sleep is over at once"))
  }

  /// Work that ends on its own is part of the end of the test.
  @Test func whatGaveWayAtTheEndIsLookedAt() async {
    let findings = await Findings.of {
      let (model, _) = Counter().andTester { $0.continuousClock = ImmediateClock() }
      model.load()
      await expect(model.isLoading == true)
    }
    #expect(findings.kinds == [.state])
  }

  /// No test can assert the last turn of a task that goes on without end.
  @Test func ofAnEndlessTaskOnlyWhatCameBeforeTheEndIsAskedFor() async {
    let findings = await Findings.of(exhaustivity: .full.removing(.tasks)) {
      let (counter, _) = Counter().andTester()
      counter.fact = "a"
      counter.node.onCancel { counter.node.send(Counter.Event.cleared) }
      _ = endless(counter, .immediate)
    }
    #expect(findings.kinds == [.state, .events])
    #expect(findings.messages.first?.contains("counter.fact: nil → \"a\"") == true)
    #expect(findings.messages.first?.contains("counter.count") == false)
    #expect(findings.messages.last?.contains("1 event was sent") == true)
  }

  @Test(arguments: [false, true])
  func whatAnEndlessTaskSendsAndCallsAfterTheEndIsNotAskedFor(isInAScope: Bool) async {
    let test: @Sendable () async -> Void = {
      let log = TestProbe("log")
      let (counter, tester) = Counter().andTester(exhaustivity: .full.removing(.tasks))
      counter.node.task("endless") {
        while true {
          try await ImmediateClock().sleep(for: .seconds(1))
          counter.announce()
          log.call()
        }
      } catch: { _ in
      }
      withExtendedLifetime(tester) {}
    }
    let findings = Findings()
    if isInAScope {
      await findings.collect { _ = try? await withTestScope(operation: test) }
    } else {
      await findings.collect { await test() }
    }
    #expect(findings.kinds == [])
  }

  @Test func settlingGoesOnToTheRest() async {
    let findings = await Findings.of {
      let model = Counter().withAnchor { $0.continuousClock = ImmediateClock() }
      model.load()
      await settle()
      #expect(model.fact != nil)
    }
    #expect(findings.messages == [])
  }
}

private func endless(_ model: Counter, _ sleep: ShortSleepTests.Sleep) -> CancellationHandle {
  model.node.task("endless") {
    while true {
      try await sleep.sleep(in: model)
      model.count += 1
    }
  } catch: { _ in
  }
}
