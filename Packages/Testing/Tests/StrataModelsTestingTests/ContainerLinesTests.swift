import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// What failures say of containers that are more than models, and the lines that would pass.
@Suite struct ContainerLinesTests {
  @Test func aContainerThatIsTheSameNeedsNoAssertion() async {
    let findings = await Findings.of {
      let desk = Desk().withAnchor()
      desk.named[3] = nil
      desk.box.label += ""
      desk.node.transaction {
        desk.page = .part(Desk.Part())
        desk.page = .blank
      }
    }
    #expect(findings.messages == [])
  }

  @Test func anEnumWithoutModelsShowsItsCases() async {
    let findings = await Findings.of {
      let desk = Desk().withAnchor()
      desk.page = .text("x")
    }
    #expect(findings.messages.count == 1)
    #expect(findings.messages.first?.contains("desk.page: .blank → .text(\"x\")\n") == true)
    let line = await Findings.of {
      let desk = Desk().withAnchor()
      desk.page = .text("x")
      await expect(desk.page == .text("x"))
    }
    #expect(line.messages == [])
  }

  @Test func aModelInAStructIsReachedByItsMember() async {
    let findings = await Findings.of {
      let desk = Desk().withAnchor()
      desk.box.part = Desk.Part("a")
      await expect(desk.box.part != nil)
      desk.box.part?.name = "b"
    }
    #expect(findings.messages.first?.contains("  desk.box.part?.name == \"b\"") == true)
    let line = await Findings.of {
      let desk = Desk().withAnchor()
      desk.box.part = Desk.Part("a")
      await expect(desk.box.part != nil)
      desk.box.part?.name = "b"
      await expect(desk.box.part?.name == "b")
    }
    #expect(line.messages == [])
  }

  @Test func anExistentialIsReadInsteadOfCompared() async {
    let findings = await Findings.of {
      let desk = Desk().withAnchor()
      desk.anything = "x"
    }
    #expect(findings.messages.first?.contains("(desk.anything as Any?) != nil") == true)
    let line = await Findings.of {
      let desk = Desk().withAnchor()
      desk.anything = "x"
      await expect((desk.anything as Any?) != nil)
    }
    #expect(line.messages == [])
  }

  @Test func aTaskThatRunsOnAfterAFailedAssertionIsNoTreeThatLivesOn() async {
    let findings = await Findings.of {
      let desk = Desk().withAnchor()
      desk.node.task("endless") { try? await Task.sleep(for: .seconds(1_000_000)) }
      await expect(desk.box.label == "never")
    }
    #expect(findings.kinds == [TestFailure.Kind.assertion])
  }
}
