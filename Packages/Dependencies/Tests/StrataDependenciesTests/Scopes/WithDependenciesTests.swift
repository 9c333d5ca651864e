import StrataConcurrency
import StrataDependencies
import Testing

@Suite struct WithDependenciesTests {
  private struct Failure: Error {}

  private final class Feature: DependencyHolder {
    let dependencies = DependencyValues.current
    @Dependency(\.greeting) var greeting
    func makeChild() -> Feature { withDependencies(from: self) { Feature() } }
  }

  @Test func overridesForTheTimeOfTheOperation() {
    let result = withDependencies {
      $0.greeting = "a"
    } operation: {
      DependencyValues.current.greeting
    }
    #expect(result == "a")
    #expect(DependencyValues.current.greeting == "test")
  }

  @Test func addsToTheOverridesInForce() {
    withDependencies {
      $0.greeting = "outer"
      $0.answer = 1
    } operation: {
      withDependencies {
        #expect($0.greeting == "outer")
        $0.answer += 1
      } operation: {
        #expect(DependencyValues.current.greeting == "outer")
        #expect(DependencyValues.current.answer == 2)
      }
      #expect(DependencyValues.current.answer == 1)
    }
  }

  @Test func endsWhenTheOperationThrows() {
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.greeting = "a"
      } operation: {
        throw Failure()
      }
    }
    #expect(DependencyValues.current.greeting == "test")
  }

  @Test func doesNotRunTheOperationWhenTheUpdateThrows() {
    var hasRun = false
    #expect(throws: Failure.self) {
      try withDependencies { _ in
        throw Failure()
      } operation: {
        hasRun = true
      }
    }
    #expect(!hasRun)
  }

  @Test func lastsAcrossSuspensionsAndIsInheritedByTasks() async {
    let result = await withDependencies {
      await Task.yield()
      $0.greeting = "async"
    } operation: {
      await Task.yield()
      async let child = DependencyValues.current.greeting
      let task = Task { DependencyValues.current.greeting }
      return [DependencyValues.current.greeting, await child, await task.value]
    }
    #expect(result == ["async", "async", "async"])
  }

  @MainActor @Test func staysOnTheCallersActor() async {
    await withDependencies {
      await Task.yield()
      $0.greeting = "main"
    } operation: {
      MainActor.preconditionIsolated()
      #expect(DependencyValues.current.greeting == "main")
    }
  }

  @Test func takesTheDependenciesOfAHolder() {
    let feature = withDependencies {
      $0.greeting = "held"
    } operation: {
      Feature()
    }
    #expect(feature.makeChild().makeChild().greeting == "held")
    #expect(DependencyValues.current.greeting == "test")
  }

  @Test func laysAHoldersOverridesOverThoseInForceAndTheUpdateOverBoth() async {
    let feature = withDependencies {
      $0.greeting = "held"
    } operation: {
      Feature()
    }
    await withDependencies {
      $0.greeting = "in force"
      $0.answer = 1
    } operation: {
      withDependencies(from: feature) {
        #expect(DependencyValues.current.greeting == "held")
        #expect(DependencyValues.current.answer == 1)
      }
      withDependencies(from: feature) {
        $0.greeting += "!"
      } operation: {
        #expect(DependencyValues.current.greeting == "held!")
      }
      await withDependencies(from: feature) {
        await Task.yield()
        #expect(DependencyValues.current.greeting == "held")
      }
      await withDependencies(from: feature) {
        await Task.yield()
        $0.greeting += "?"
      } operation: {
        await Task.yield()
        #expect(DependencyValues.current.greeting == "held?")
      }
    }
  }

  @Test func entersCapturedValuesInADetachedTask() async {
    let values = withDependencies {
      $0.greeting = "captured"
    } operation: {
      DependencyValues.current
    }
    let task = Task.detached { withDependencies(from: values) { Feature().greeting } }
    #expect(await task.value == "captured")
  }
}
