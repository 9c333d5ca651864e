import Strata
import StrataModelsTesting
import StrataTesting
import Testing

@Model private struct TapeDeck {
  var lines = 0
  var isListening = false

  func onActivate() {
    node.task("listen") {
      isListening = true
      try? await node.continuousClock.sleep(for: .seconds(1_000))
    }
  }

  func flushLater() {
    node.task("flush") {
      try? await node.continuousClock.sleep(for: .seconds(1_000))
      lines += 1
    }
  }
}

extension TapeDeck: DependencyKey {
  static var liveValue: TapeDeck { TapeDeck() }
  static var testValue: TapeDeck { TapeDeck() }
}

@Model private struct Band {
  @ModelDependency var deck: TapeDeck
  var volume = 0
}

@Model private struct Stage {
  var band = Band()
  var other = Band()
}

/// The tasks of a model that serves as a dependency count as those of any other.
struct DependencyTasksTests {
  @Test func aTaskThatATestLeavesIsFound() async throws {
    try await withKnownIssue {
      try await withTestScope {
        let stage = Stage().withAnchor()
        stage.band.deck.flushLater()
        await expect(stage.band.deck.isListening)
      }
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("1 task is still running") && text.contains("flush")
    }
  }

  @Test func aTaskOfItsActivationIsNot() async throws {
    try await withTestScope {
      let stage = Stage().withAnchor()
      await expect(stage.band.deck.isListening)
    }
  }

  @Test func aTaskThatEndsIsNot() async throws {
    try await withTestScope {
      let stage = Stage().withAnchor()
      stage.band.deck.flushLater()
      await expect(stage.band.deck.isListening)
      await expect(stage.band.deck.lines == 1, within: .seconds(1_000))
    }
  }

  @Test func aPartThatDoesNotAskForTasksDoesNotAskForThoseOfItsDependencies() async throws {
    try await withTestScope {
      let band = Band().withDependencies { $0[TapeDeck.self] = TapeDeck() }
      let (stage, tester) = Stage(band: band).andTester()
      tester.setExhaustivity(.full.removing(.tasks), below: stage.band)
      stage.band.deck.flushLater()
      await tester.assert(stage.band.deck.isListening)
    }
  }
}
