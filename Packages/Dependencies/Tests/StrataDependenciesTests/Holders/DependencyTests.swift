import StrataConcurrency
import StrataDependencies
import Testing

@Suite struct DependencyTests {
  private struct Screen: Sendable {
    @Dependency(\.greeting) var greeting
    @Dependency(\.factClient.fetch) var fetch
    @Dependency(AnswerKey.self) var answer
  }

  private struct Greeter: Sendable {
    @Dependency(\.greeting) var byProperty
    @Dependency(GreetingKey.self) var byType

    var both: [String] { [byProperty, byType] }
  }

  private struct Asker {
    static let line: UInt = #line + 1
    @Dependency(\.factClient) var byProperty
    @Dependency(FactClient.self) var byType
  }

  @Test func readsByPropertyByPartAndByType() {
    let screen = withDependencies {
      $0.greeting = "hello"
      $0.factClient.fetch = { "mock \($0)" }
      $0.answer = 1
    } operation: {
      Screen()
    }
    #expect(screen.greeting == "hello")
    #expect(screen.fetch(3) == "mock 3")
    #expect(screen.answer == 1)
  }

  @Test func keepsWhatWasInForceWhenItWasMadeInADetachedTask() async {
    let screen = withDependencies {
      $0.greeting = "captured"
    } operation: {
      Screen()
    }
    let detached = Task.detached { screen.greeting }
    #expect(await detached.value == "captured")
  }

  @Test func keepsWhatWasInForceInAnEscapingClosure() {
    let closure: () -> String = withDependencies {
      $0.greeting = "captured"
    } operation: {
      let screen = Screen()
      return { screen.greeting }
    }
    #expect(closure() == "captured")
    #expect(Screen().greeting == "test")
  }

  @Test func laysOverridesAtTheReadOverCapturedOnes() {
    let screen = withDependencies {
      $0.greeting = "captured"
      $0.answer = 1
    } operation: {
      Screen()
    }
    withDependencies {
      $0.answer = 2
    } operation: {
      #expect(screen.greeting == "captured")
      #expect(screen.answer == 2)
    }
  }

  @Test func aContextOfTheReadIsLaidOverTheCapturedOneWhereOneWasChosen() {
    let greeter = withDependencies {
      $0.context = .live
    } operation: {
      Greeter()
    }
    #expect(greeter.both == ["live", "live"])
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(greeter.both == ["preview", "preview"])
    }
    withDependencies {
      $0.answer = 1
    } operation: {
      #expect(greeter.both == ["live", "live"])
    }
  }

  @Test func isLookedUpAtEachRead() {
    let screen = Screen()
    #expect(screen.greeting == "test")
    withDependencies {
      $0.greeting = "now"
    } operation: {
      #expect(screen.greeting == "now")
    }
  }

  @Test func reportsTheLineOfTheDeclaration() {
    let reports = reports {
      let asker = Asker()
      _ = asker.byProperty
      _ = asker.byType
    }
    #expect(reports.map(\.callSite.line) == [Asker.line, Asker.line + 1])
    #expect(
      reports.map(\.callSite.fileID.description)
        == Array(repeating: "StrataDependenciesTests/DependencyTests.swift", count: 2)
    )
  }
}
