import Observation
import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

@Suite struct LifetimeTests {
  @Test func aTreeThatKeepsItselfAliveIsNamedWithItsAnchorAndWhatItHas() async {
    let kept = Keeper()
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      kept.keep(counter)
      counter.node.onCancel {}
    }
    #expect(
      findings.messages == [
        """
        The tree of Counter that was anchored at StrataModelsTestingTests/LifetimeTests.swift:13 lives \
        on after the test: something keeps what withAnchor returned, often a closure that the tree \
        itself holds, or a `Task` that was not started with node.task and has not ended. Use \
        returningAnchor, and let closures capture the model that it returns.

        Its closures and tasks, one of which may be the cause:
          counter: onCancel at StrataModelsTestingTests/LifetimeTests.swift:15
          counter.onFact: a function
        """
      ]
    )
    #expect(findings.kinds == [.lifetime])
    kept.release()
  }

  @Test func observersAndTasksOfSuchATreeAreNamedWithTheirCreationSite() async {
    let kept = Keeper()
    let findings = await Findings.of(exhaustivity: .off) {
      let board = Board(counters: [Counter()]).withAnchor()
      let context = board.counters[0].modelNode.context
      let observation = context.observe(Slot<Int>(uncheckedIndex: 0)) { _ in }
      board.counters[0].node.task("forEver") { await neverReturns() }
      kept.keep(board, observation)
    }
    #expect(
      findings.messages == [
        """
        The tree of Board that was anchored at StrataModelsTestingTests/LifetimeTests.swift:38 lives \
        on after the test: something keeps what withAnchor returned, often a closure that the tree \
        itself holds, or a `Task` that was not started with node.task and has not ended. Use \
        returningAnchor, and let closures capture the model that it returns.

        Its closures and tasks, one of which may be the cause:
          board.counters[0]: task forEver @ StrataModelsTestingTests/LifetimeTests.swift:41 (cancelled)
          board.counters[0]: observer at StrataModelsTestingTests/LifetimeTests.swift:40
          board.counters[0].onFact: a function
        """
      ]
    )
    kept.release()
  }

  @Test func observersOfMemoizedValuesAreNamedAndTheLibrarysOwnAreNot() async {
    let kept = Keeper()
    let line = #line + 6
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      kept.keep(counter)
      counter.node.trackUndo()
      withObservationTracking({ _ = counter.count }, onChange: {})
      counter.node.onChange(of: counter.node.memoize(for: "double") { counter.count * 2 }) { _, _ in
      }
    }
    let text = findings.messages.first
    let held = """
      Its closures and tasks, one of which may be the cause:
        counter: onChange(of:) at StrataModelsTestingTests/LifetimeTests.swift:\(line)
        counter.onFact: a function
      """
    #expect(text?.hasSuffix(held) == true, "\(text ?? "")")
    kept.release()
  }

  @Test func aCallbackThatKeepsItsTreeIsNamed() async {
    let bell = Locked<Bell?>(nil, rank: .leaf)
    let findings = await Findings.of {
      let house = House().withAnchor()
      house.listen()
      let held = house.bell
      bell.withLock { $0 = held }
      await expect(house.bell.isSet)
    }
    #expect(findings.kinds == [.lifetime])
    let text = findings.messages.first
    #expect(
      text?.hasSuffix(
        "Its closures and tasks, one of which may be the cause:\n  house.bell.callbacks: a function"
      ) == true
    )
    let held = bell.withLock { $0.take() }
    held?.callbacks = Bell.Callbacks()
  }

  @Test func workThatDoesNotStopIsNamedWithTheLineThatStartedIt() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      tester.exhaustivity = .off
      counter.node.task("deaf") { await neverReturns() }
    }
    #expect(
      findings.messages == [
        """
        1 task of a Counter that was removed has not returned, though told to stop:

          deaf @ StrataModelsTestingTests/LifetimeTests.swift:107 (cancelled)

        Wait with calls that throw when the task is cancelled, or check Task.isCancelled in loops.
        """
      ]
    )
    #expect(findings.kinds == [.lifetime])
  }

  @Test func aModelThatSomebodyKeepsInMemoryIsNamed() async {
    let kept = Keeper()
    let line: UInt = #line + 2
    let findings = await Findings.of {
      let (board, _) = Board(counters: [Counter(), Counter()]).andTester()
      kept.keep(board.counters)
    }
    #expect(
      findings.messages == [
        """
        2 models are still in memory after the test, though out of the tree:

          2 × Counter, whose count is declared at StrataModelsTestingTests/Fixtures.swift:11, of the tree anchored at StrataModelsTestingTests/LifetimeTests.swift:\(line)

        Something outside of the tree keeps a handle: a global, a task that has not ended, or a \
        closure of an object that lives on.
        """
      ]
    )
    kept.release()
  }

  @Test func aTreeWithAllKindsOfWorkLeavesNothing() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(count: 2)]).andTester()
      board.counters[0].load()
      await tester.assert {
        board.counters[0].fact != nil
        board.counters[0].isLoading == false
      }
      board.chosen = board.counters[0]
      board.counters.removeAll()
      board.chosen = nil
      await tester.assert(board.counters.isEmpty)
      board.node.onCancel {}
    }
    #expect(findings.messages == [])
  }

  @Test func aPartOfATestHasAScopeOfItsOwn() async {
    let findings = await Findings.of {
      let (outer, tester) = Counter().andTester()
      try await withTestScope {
        let inner = Counter().withAnchor()
        inner.increment()
        await expect(inner.count == 1)
        inner.announce()
      }
      outer.increment()
      await tester.assert(outer.count == 1)
    }
    #expect(findings.kinds == [.events])
  }

  @Test func aTestThatHasThrownIsNotAskedWhatItOverlooked() async {
    struct Broken: Error {}
    let findings = Findings()
    await findings.collect {
      await #expect(throws: Broken.self) {
        try await withTestScope {
          let counter = Counter().withAnchor()
          counter.announce()
          counter.increment()
          counter.modelNode.context.work.task { try? await TestClock().sleep(for: .seconds(1)) }
          throw Broken()
        }
      }
    }
    #expect(findings.messages == [])
  }

  @Test func whatWithAnchorMakesInAScopeTakesPart() async {
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      counter.increment()
    }
    #expect(findings.kinds == [.state])
  }

  @Test func workOfATreeThatTheTestLetsGoOfAtItsEndIsAnOversight() async {
    let findings = await Findings.of {
      let (counter, anchor) = Counter().returningAnchor()
      counter.load()
      await expect(counter.isLoading)
      withExtendedLifetime(anchor) {}
    }
    #expect(findings.kinds == [.tasks])
  }

  @Test func workOfATreeThatWasLetGoOfBeforeEndsWithIt() async {
    let findings = await Findings.of {
      do {
        let (counter, anchor) = Counter().returningAnchor()
        counter.load()
        await expect(counter.isLoading)
        withExtendedLifetime(anchor) {}
      }
      await settle()
    }
    #expect(findings.messages == [])
  }
}

/// Retains values until it is asked to release them.
private final class Keeper: Sendable {
  private let kept = Locked<[any Sendable]>([], rank: .leaf)

  func keep(_ values: any Sendable...) { kept.withLock { $0 += values } }

  func release() {
    let released = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    _ = consume released
  }
}

/// Never returns, cancelled or not.
private func neverReturns() async {
  // SAFETY: never resumed, which leaves the task where it is; a checked one would report that.
  await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

/// A model that is given a callback.
private struct Bell: Model {
  struct Callbacks: Sendable { var onRing: (@Sendable () -> Void)? }

  static let modelLayout = ModelLayout<Bell>("Bell") { $0.slot("callbacks", \.callbacks) }
  var modelNode = ModelNode<Bell>()

  var callbacks: Callbacks {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var isSet: Bool { callbacks.onRing != nil }

  init() { modelNode.initialize(0, to: Callbacks()) }
}

/// A model whose method gives its child a callback that captures the value it is called on.
private struct House: Model {
  static let modelLayout = ModelLayout<House>("House") {
    $0.slot("bell", \.bell)
    $0.slot("count", \.count)
  }
  var modelNode = ModelNode<House>()

  var bell: Bell {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var count: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init() {
    modelNode.initialize(0, to: Bell())
    modelNode.initialize(1, to: 0)
  }

  func listen() { bell.callbacks.onRing = { count += 1 } }
}
