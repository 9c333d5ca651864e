import StrataConcurrency
import StrataDependencies
import Testing

@Suite struct DependencyKeyTests {
  private func values(in context: DependencyContext) -> DependencyValues {
    var values = DependencyValues()
    values.context = context
    return values
  }

  @Test(arguments: [(DependencyContext.live, "live"), (.preview, "preview"), (.test, "test")])
  func givesTheValueOfTheContext(context: DependencyContext, expected: String) {
    #expect(values(in: context).greeting == expected)
  }

  @Test func previewsTheLiveValueUnlessDeclared() {
    #expect(values(in: .preview).factClient.fetch(1) == "live 1")
  }

  @Test func previewsTheTestValueOfAKeyWithoutALiveValue() {
    #expect(values(in: .preview).answer == 42)
  }

  @Test func reportsALiveValueThatATestUsesUnasked() {
    var line: UInt = 0
    let reports = reports {
      line = #line + 1
      #expect(DependencyValues()[FactClient.self].fetch(1) == "live 1")
    }
    #expect(
      reports.map(\.message) == [
        "The live value of FactClient is used in a test: FactClient declares no testValue and "
          + "nothing overrides it. Override it with withDependencies, for models where the tree is anchored, or "
          + "declare its testValue."
      ]
    )
    #expect(reports.first?.callSite.line == line)
    #expect(
      reports.first?.callSite.fileID.description
        == "StrataDependenciesTests/DependencyKeyTests.swift"
    )
  }

  @Test func reportsEachUseOfAStandInAlsoWithFreshDefaults() {
    let message =
      "StandInKey is used in a test that does not override it, and its test value only "
      + "stands in. Say which."
    let reports = reports {
      #expect(DependencyValues()[StandInKey.self] == -1)
      #expect(DependencyValues()[StandInKey.self] == -1)
      withDependencies {
        $0[StandInKey.self] = 2
      } operation: {
        #expect(DependencyValues.current[StandInKey.self] == 2)
      }
    }
    #expect(reports.map(\.message) == [message, message])
  }

  @Test func reportsAKeyWithoutALiveValueInAProgram() {
    let reports = reports { #expect(values(in: .live).answer == 42) }
    #expect(
      reports.map(\.message) == [
        "AnswerKey has no live value, so its test value is used. Make it a DependencyKey in a "
          + "module that the program links, or override it."
      ]
    )
  }

  @Test func reportsNothingForDeclaredTestValues() {
    let reports = reports {
      #expect(DependencyValues().greeting == "test")
      #expect(DependencyValues().answer == 42)
    }
    #expect(reports.isEmpty)
  }

  @Test func reportsNothingForLiveValuesThatAreAskedFor() {
    let reports = reports { #expect(values(in: .live).factClient.fetch(1) == "live 1") }
    #expect(reports.isEmpty)
  }

  @Test func takesAPrivateKeyInsideTheExtension() {
    #expect(values(in: .live).sound == "live")
    let sound = withDependencies {
      $0.sound = "off"
    } operation: {
      DependencyValues.current.sound
    }
    #expect(sound == "off")
  }
}

extension DependencyValues {
  fileprivate var sound: String {
    get { self[SoundKey.self] }
    set { self[SoundKey.self] = newValue }
  }

  private enum SoundKey: DependencyKey {
    static let liveValue = "live"
  }
}
