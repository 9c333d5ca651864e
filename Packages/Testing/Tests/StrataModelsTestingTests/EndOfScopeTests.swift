import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// Findings of a scope after a test's last line; none of them may depend on which references to the tree are left
/// then.
@Suite struct EndOfScopeTests {
  @Test func anEmptyTaskAsTheLastLineHidesNothing() async {
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      counter.count = 1
      counter.node.task {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.allSatisfy { $0.contains("counter.count: 0 → 1") })
  }

  @Test func whatATaskWritesThatTheLastLineStartsIsFound() async {
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      counter.incrementLater()
    }
    #expect(findings.kinds == [.state])
  }

  @Test func whatCameBeforeAnUnstructuredTaskThatHoldsTheTreeIsFound() async {
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      counter.count = 1
      Task { _ = counter }
    }
    #expect(findings.kinds == [.state])
  }

  @Test func whatAnUnstructuredTaskWritesLastIsFound() async {
    for isDetached in [false, true] {
      let findings = await Findings.of {
        let counter = Counter().withAnchor()
        if isDetached { Task.detached { counter.count = 2 } } else { Task { counter.count = 2 } }
      }
      #expect(findings.kinds == [.state], "detached: \(isDetached)")
    }
  }

  @Test func aWriteBehindTheTreeIsFoundInEachKindOfTask() async {
    for isDetached in [false, true] {
      for order in [SimulatedOrder.inTurn, .seed(3)] {
        let findings = await Findings.of(order) { Board.writeBehindTheTree(isDetached: isDetached) }
        #expect(findings.kinds == [.misuse], "detached: \(isDetached)")
        #expect(findings.messages.first?.contains("after its tree had ended") == true)
      }
    }
  }

  @Test func aWriteBehindTheTreeAfterASleepIsFoundInEachKindOfTask() async {
    for isDetached in [false, true] {
      let findings = await Findings.of {
        Board.writeBehindTheTree(isDetached: isDetached, after: .seconds(5))
      }
      #expect(findings.kinds == [.misuse], "detached: \(isDetached)")
    }
  }

  @Test func aWriteBehindTheTreeIsFoundInAScopeOfASimulation() async throws {
    let findings = Findings()
    await findings.collect {
      _ = try? await withSimulation(seed: 1) { _ in
        try await withTestScope { Board.writeBehindTheTree(isDetached: true) }
      }
    }
    #expect(findings.kinds == [.misuse])
  }

  @Test func aWriteBehindTheTreeIsFoundAfterAPartWithAScopeOfItsOwn() async {
    let findings = await Findings.of {
      try await withTestScope {}
      Board.writeBehindTheTree(isDetached: true)
    }
    #expect(findings.kinds == [.misuse])
  }

  @Test func aWriteBehindTheTreeFailsTheTestItself() async {
    await withKnownIssue {
      try await withTestScope { Board.writeBehindTheTree(isDetached: true) }
    }
  }

  @Test func assertionsBeforeDoNotChangeThat() async {
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      counter.count = 1
      await expect(counter.count == 1)
      counter.count = 2
      counter.node.task {}
    }
    #expect(findings.kinds == [.state])
  }

  @Test func holdingTheTreeToTheEndDoesNotChangeThat() async {
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      withExtendedLifetime(counter) { counter.incrementLater() }
    }
    #expect(findings.kinds == [.state])
  }

  @Test func aTaskThatReleasesTheTreeAfterSomeTurnsHidesNothing() async {
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      Task {
        for _ in 0..<5 { await Task.yield() }
        counter.count = 2
        counter.announce()
      }
    }
    #expect(findings.kinds == [.state, .events])
  }

  @Test func aTaskThatReleasesTheTreeAfterASleepIsFound() async {
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      counter.load()
    }
    #expect(findings.kinds == [.state, .tasks])
  }

  @Test func aTestersScopeFindsWhatATaskDoesLast() async {
    let findings = Findings()
    await findings.collect {
      let probe = TestProbe("onFact")
      let (counter, tester) = Counter(onFact: probe.call).andTester()
      tester.install(probe)
      counter.node.task {
        counter.announce()
        counter.onFact(1, "one")
        counter.increment()
      }
      withExtendedLifetime(tester) {}
    }
    #expect(findings.kinds == [.state, .events, .probes])
  }

  @Test(.simulated()) func nothingIsFoundThatIsAsserted() async {
    let counter = Counter().withAnchor()
    counter.incrementLater()
    await expect(counter.count == 1)
    Task { _ = counter }
  }

  @Test(.simulated()) func anEmptyTaskIsNotFoundRunning() async {
    let counter = Counter().withAnchor()
    counter.node.task {}
    let board = Board(counters: [Counter()]).withAnchor()
    board.node.task { @MainActor in }
    board.counters[0].node.task {
    } catch: { _ in
    }
  }

  @Test func aTestThatHasThrownIsNotAskedForItsLastTasks() async {
    struct Broken: Error {}
    let findings = Findings()
    await findings.collect {
      await #expect(throws: Broken.self) {
        try await withTestScope {
          let counter = Counter().withAnchor()
          counter.incrementLater()
          throw Broken()
        }
      }
    }
    #expect(findings.messages == [])
  }

  @Test func whatTheLastHandlersCallIsFound() async {
    let findings = await Findings.of {
      let probe = TestProbe("onEnd")
      let (counter, tester) = Counter().andTester()
      counter.node.onCancel { probe.call() }
      withExtendedLifetime(tester) {}
    }
    #expect(findings.kinds == [.probes])
  }
}

extension Counter {
  /// Counts in a task.
  fileprivate func incrementLater() { node.task { increment() } }
}

extension Board {
  /// Writes to a part of a tree that is released before the task runs.
  fileprivate static func writeBehindTheTree(isDetached: Bool, after duration: Duration? = nil) {
    let board = Board(counters: [Counter()]).withAnchor()
    let counter = board.counters[0]
    @Sendable func write() async {
      if let duration { try? await Task.sleep(for: duration) }
      counter.count = 2
    }
    if isDetached { Task.detached { await write() } } else { Task { await write() } }
  }
}
