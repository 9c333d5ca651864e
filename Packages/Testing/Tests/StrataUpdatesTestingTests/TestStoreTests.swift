import StrataConcurrency
import StrataTestFindings
import StrataTesting
import StrataUpdates
import StrataUpdatesTesting
import Testing

@Suite struct TestStoreTests {
  private func makeStore(
    exhaustivity: Exhaustivity? = nil
  ) -> TestStore<Search, SearchAction, SearchEnvironment> {
    TestStore(
      update: Search.update,
      state: Search(),
      environment: SearchEnvironment(),
      exhaustivity: exhaustivity
    )
  }

  @Test(.simulated()) func aFeatureIsTestedActionByAction() async {
    let store = makeStore()
    await store.send(.type("a")) {
      $0.text = "a"
      $0.isSearching = true
    }
    await store.send(.type("ab")) { $0.text = "ab" }
    await store.receive(.found(["ab!"])) {
      $0.isSearching = false
      $0.results = ["ab!"]
    }
    await store.send(.clear) { $0 = Search() }
    await store.receive(where: { $0 == .found([]) })
    #expect(store.state == Search())
  }

  @Test(.simulated(seeds: 20)) func itHoldsInAnyOrderOfTasks() async {
    let store = makeStore()
    for text in ["a", "b", "c"] {
      await store.send(.type(text)) {
        $0.text = text
        $0.isSearching = true
      }
    }
    await store.receive(.found(["c!"])) {
      $0.isSearching = false
      $0.results = ["c!"]
    }
  }

  @Test func aStoreOfATestThatHasEndedSaysSo() async {
    let kept = Locked<TestStore<Search, SearchAction, SearchEnvironment>?>(nil, rank: .leaf)
    let line = Locked<UInt>(0, rank: .leaf)
    // A store reports to the test that made it.
    let findings = await Findings.of {
      line.withLock { $0 = #line + 1 }
      let store = TestStore(
        update: Search.update,
        state: Search(),
        environment: SearchEnvironment()
      )
      kept.withLock { $0 = store }
    }
    _ = await Findings.of {
      guard let store = kept.withLock({ $0 }) else { return }
      await store.send(.type("a")) { $0.text = "a" }
      await store.receive(.found([]))
    }
    let place = "StrataUpdatesTestingTests/TestStoreTests.swift:\(line.withLock { $0 })"
    let text = """
      The test in which this TestStore was made, at \(place), has ended, and the store with it. Make a store in \
      each test.
      """
    #expect(findings.messages.dropFirst() == [text, text])
    #expect(findings.kinds == [.lifetime, .misuse, .misuse])
    // Released without the lock.
    withExtendedLifetime(kept.withLock { $0.take() }) {}
  }

  /// Outside of all scopes the store has one of its own.
  @Test func aStoreNeedsNoScope() async {
    let store = makeStore()
    await store.send(.type("x")) {
      $0.text = "x"
      $0.isSearching = true
    }
    await store.receive(.found(["x!"])) {
      $0.isSearching = false
      $0.results = ["x!"]
    }
  }

  @Test(.simulated()) func modelsAndStatesInPlaceAreTestedAlike() async {
    let numbers = TestStore(
      changing: { (state: inout [Int], action: Int, _: Void) in
        state.append(action)
        return Update(fx: action == 1 ? .just(2) : .empty)
      },
      state: [],
      environment: ()
    )
    await numbers.send(1) { $0 = [1] }
    await numbers.receive(2) { $0.append(2) }
  }

  @Test func demandsThatChangeHoldForTheStoresEffects() async {
    let findings = await Findings.of {
      let store = makeStore()
      store.exhaustivity = .full.removing(.tasks)
      #expect(store.exhaustivity == .full.removing(.tasks))
      await store.send(.listen)
    }
    #expect(findings.messages == [])
    let others = await Findings.of(exhaustivity: .off) {
      let store = makeStore()
      store.exhaustivity = .tasks
      await store.send(.listen)
    }
    #expect(others.kinds == [.tasks])
  }

  @Test func anotherStateIsShown() async {
    let line = Locked<UInt>(0, rank: .leaf)
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.found(["a"])) { $0.results = ["b"] }
      line.withLock { $0 = #line - 1 }
    }
    #expect(
      findings.messages == [
        """
        The state after .found(["a"]) is not the expected one (- expected, + found):

          Search(
            … 2 unchanged
            results: [
        -     "b"
        +     "a"
            ]
          )
        """
      ]
    )
    #expect(findings.kinds == [.state])
    #expect(findings.lines == [line.withLock { $0 }])
  }

  @Test func aChangeThatIsNotMentionedFails() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.found(["a"]))
    }
    #expect(findings.kinds == [.state])
  }

  @Test func anotherActionIsNamed() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.clear)
      await store.receive(.found(["x"]))
    }
    #expect(
      findings.messages == [
        """
        .found([]) was received, where the test expects .found(["x"]).

        This would pass:
          await <#store#>.receive(.found([]))
        """
      ]
    )
    #expect(findings.kinds == [.events])
  }

  @Test func anActionThatIsNotAcceptedIsNamed() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.clear)
      await store.receive(where: { $0 == .listen })
    }
    #expect(
      findings.messages == [
        """
        .found([]) was received, which is not an action that the test accepts here.

        This would pass:
          await <#store#>.receive(.found([]))
        """
      ]
    )
  }

  @Test func anActionThatDoesNotComeIsMissed() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.receive(.clear)
    }
    #expect(
      findings.messages == ["No action was received.\n\nNo task of the tree is running."]
    )
    #expect(findings.kinds == [.assertion])
  }

  @Test func anActionThatComesLaterThanIsWaitedForIsMissed() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.type("a")) {
        $0.text = "a"
        $0.isSearching = true
      }
      await store.receive(.found(["a!"]), within: .milliseconds(299)) { $0 = $0 }
      await store.receive(.found(["a!"])) {
        $0.isSearching = false
        $0.results = ["a!"]
      }
    }
    #expect(findings.kinds == [.assertion])
    #expect(findings.messages.first?.contains("effect of .type(\"a\") @ ") == true)
    #expect(findings.messages.first?.contains("pass `within:`") == true)
  }

  @Test func anActionThatIsNotReceivedBeforeTheNextIsNamed() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.clear)
      await store.send(.found(["a"])) { $0.results = ["a"] }
    }
    #expect(
      findings.messages == [
        """
        .found(["a"]) was sent while 1 action of an effect was not asserted: .found([]).

        This would pass:
          await <#store#>.receive(.found([]))
        """
      ]
    )
  }

  @Test func anActionThatIsNotReceivedUntilTheEndIsNamed() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.clear)
      store.store.send(.clear)
    }
    #expect(
      findings.messages == [
        """
        At the end of the test 3 actions of effects were not asserted: .found([]), .clear, .found([]).

        This would pass:
          await <#store#>.receive(.found([]))
          await <#store#>.receive(.clear)
          await <#store#>.receive(.found([]))
        """
      ]
    )
    #expect(findings.kinds == [.events])
  }

  @Test func anEffectThatRunsAtTheEndIsNamedAtTheLineThatSent() async {
    let line: UInt = #line + 3
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.listen)
    }
    #expect(findings.kinds == [.tasks])
    #expect(findings.lines == [line])
    #expect(
      findings.messages == [
        """
        Effects not exhausted: 1 effect is still running at the end of the test.

          the effect of .listen, asserted at StrataUpdatesTestingTests/TestStoreTests.swift:\(line)

        Receive the actions of the effect up to the last one, with `within:` if time has to pass. Or \
        send an action whose update cancels it, as Fx.cancel(id:) does.
        """
      ]
    )
  }

  @Test func theIdentityOfAnEffectIsNamed() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.type("a")) {
        $0.text = "a"
        $0.isSearching = true
      }
    }
    #expect(findings.kinds == [.tasks])
    let text = "the effect of .type(\"a\") with the id \"search\", asserted at "
    #expect(findings.messages.first?.contains(text) == true)
  }

  /// The store of a test's `follow` receives `2` from an effect, whose own effect runs on.
  @Test func anEffectOfAReceivedActionIsNamedAtTheLineThatReceived() async {
    let line = Locked<UInt>(0, rank: .leaf)
    let findings = await Findings.of {
      let numbers = TestStore(changing: follow, state: 0, environment: ())
      await numbers.send(1) { $0 = 1 }
      await numbers.receive(2) { $0 = 2 }
      line.withLock { $0 = #line - 1 }
    }
    #expect(findings.kinds == [.tasks])
    #expect(findings.lines == [line.withLock { $0 }])
    #expect(findings.messages.first?.contains("the effect of 2, asserted at ") == true)
  }

  @Test func anEffectOfAnActionThatIsNotReceivedSaysSo() async {
    let line = Locked<UInt>(0, rank: .leaf)
    let findings = await Findings.of(exhaustivity: .tasks) {
      let numbers = TestStore(changing: follow, state: 0, environment: ())
      line.withLock { $0 = #line - 1 }
      await numbers.send(1)
    }
    #expect(findings.lines == [line.withLock { $0 }])
    let text = "the effect of 2, which no line has received"
    #expect(findings.messages.first?.contains(text) == true)
  }

  @Test func aTestThatIsNotExhaustiveSaysWhatItLikes() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let store = makeStore()
      await store.send(.type("a")) { $0.isSearching = true }
      await store.receive(where: { _ in true }) { $0.results = ["a!"] }
      await store.send(.clear)
      await store.send(.listen)
      await store.send(.type("b")) { $0.text = "c" }
    }
    #expect(findings.kinds == [.state])
  }

  @Test func withoutTheDemandForEventsOtherActionsAreSkipped() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let store = TestStore(changing: countDown, state: 0, environment: ())
      await store.send(3)
      await store.receive(1) { $0 = 1 }
      await store.send(4)
      await store.receive(where: { $0 == 2 }) { $0 = 2 }
    }
    #expect(findings.messages == [])
  }

  @Test func anActionThatNeverComesIsMissedAlsoWithoutTheDemandForEvents() async {
    let line = Locked<UInt>(0, rank: .leaf)
    let findings = await Findings.of(exhaustivity: .off) {
      let store = TestStore(changing: countDown, state: 0, environment: ())
      await store.send(3)
      line.withLock { $0 = #line + 1 }
      await store.receive(7)
    }
    #expect(findings.lines == [line.withLock { $0 }])
    #expect(findings.messages.first?.contains("was received, where the test expects 7.") == true)
  }

  @Test func settlingForgetsWhatWasNotReceived() async {
    let findings = await Findings.of {
      let store = makeStore()
      await store.send(.clear)
      await store.settle()
      await store.send(.found(["a"])) { $0.results = ["a"] }
    }
    #expect(findings.messages == [])
  }
}

/// Sends 2 after 1, whose effect waits without end.
@Sendable
private func follow(_ state: inout Int, _ action: Int, _: Void) -> Update<Void, Int> {
  state = action
  return Update(
    fx: action == 1
      ? .just(2) : .fireAndForget { try? await Task.sleep(for: .seconds(1_000)) }
  )
}

/// Sends each number down to 0.
@Sendable
private func countDown(_ state: inout Int, _ action: Int, _: Void) -> Update<Void, Int> {
  state = action
  return Update(fx: action > 0 ? .just(action - 1) : .empty)
}
