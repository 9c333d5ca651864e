import Strata
import Testing

@Suite struct ModelDependencyMacroTests {
  @Test func eachSpellingGivesTheTreesValue() async throws {
    let model = Wired(child: WiredChild()).withAnchor {
      $0.factClient.fetch = { "\($0) is overridden" }
      $0[Greeting.self] = "overridden"
      $0.continuousClock = ImmediateClock()
    }
    #expect(try await model.client.fetch(1) == "1 is overridden")
    #expect(try await model.same.fetch(2) == "2 is overridden")
    #expect(try await model.child?.fact() == "1 is overridden")
    #expect(model.child?.greeting == "overridden")
    #expect(model.child?.clock is ImmediateClock)
  }

  @Test func aChildsOwnOverrideWins() async throws {
    let child = WiredChild().withDependencies { $0.factClient.fetch = { "\($0) is own" } }
    let model = Wired(child: child).withAnchor { $0[Greeting.self] = "overridden" }
    #expect(try await model.child?.fact() == "1 is own")
    #expect(model.child?.greeting == "overridden")
    #expect(try await model.client.fetch(1) == "1 is a test.")
  }

  @Test func itIsNoStateAndNoParameter() {
    #expect(Wired.modelLayout.layout.slots.map(\.name) == ["count", "child"])
    #expect(Wired(count: 3, child: nil).count == 3)
    #expect(MemoryLayout<Wired>.size == MemoryLayout<ModelNode<Wired>>.size)
  }

  @Test func useInNoTreeIsReportedAtTheProperty() {
    let reports = Log()
    let greeting = ReportSink.withHandler { report in
      reports.add("\(report.callSite.fileID):\(report.callSite.line) \(report.message)")
    } operation: {
      WiredChild().greeting
    }
    #expect(greeting == "test")
    #expect(
      reports.entries == [
        """
        StrataTests/ModelDependencies.swift:19 A dependency was read on a WiredChild that is in no \
        tree. The default value is given, without what the tree overrides. Anchor the model, or add \
        it to an anchored one, and read dependencies from onActivate() on.
        """
      ]
    )
  }

  @Test func theNodeGivesADependencyByItsType() {
    let model = WiredChild().withAnchor { $0[Greeting.self] = "overridden" }
    #expect(model.node[Greeting.self] == "overridden")
  }
}
