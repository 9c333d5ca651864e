import StrataConcurrency
@_spi(Strata) import StrataDependencies
import Testing

@Suite struct DependencyValuesTests {
  @Test func isOneWord() {
    #expect(MemoryLayout<DependencyValues>.size == MemoryLayout<Int>.size)
  }

  @Test func keepsACopyAsItWas() {
    var values = DependencyValues()
    values.greeting = "a"
    let copy = values
    values.greeting = "b"
    #expect(copy.greeting == "a")
    #expect(values.greeting == "b")
  }

  @Test func isEmptyUntilSomethingIsOverridden() {
    var values = DependencyValues()
    #expect(values.isEmpty)
    #expect(values.greeting == "test")
    #expect(values.isEmpty)
    values.greeting = "a"
    #expect(!values.isEmpty)

    var inContext = DependencyValues()
    inContext.context = .live
    #expect(!inContext.isEmpty)
  }

  @Test func keepsTheContextWhenCopied() {
    var values = DependencyValues()
    values.context = .live
    let copy = values
    values.context = .preview
    #expect(copy.context == .live)
    #expect(copy.greeting == "live")
    #expect(values.greeting == "preview")
  }

  @Test func keepsOverridesWhenTheContextChanges() {
    var values = DependencyValues()
    values.greeting = "a"
    values.context = .live
    #expect(values.greeting == "a")
    #expect(values.factClient.fetch(1) == "live 1")
  }

  @Test func ownOverridesWinOverTheParents() {
    var parent = DependencyValues()
    parent.greeting = "parent"
    parent.answer = 1
    var own = DependencyValues()
    own.greeting = "own"
    let layered = own.layered(over: parent)
    #expect(layered.greeting == "own")
    #expect(layered.answer == 1)
    #expect(parent.greeting == "parent")
  }

  @Test func ownContextWinsOverTheParents() {
    var parent = DependencyValues()
    parent.context = .live
    var own = DependencyValues()
    own.answer = 1
    #expect(own.layered(over: parent).context == .live)
    own.context = .preview
    #expect(own.layered(over: parent).context == .preview)
  }

  @Test func sharesStorageWhereOneLayerIsEmpty() {
    var values = DependencyValues()
    values.greeting = "a"
    #expect(values.layered(over: DependencyValues()).isIdentical(to: values))
    #expect(DependencyValues().layered(over: values).isIdentical(to: values))
    #expect(values.layered(over: values).isIdentical(to: values))
  }

  @Test func collectsOnlyWhatTheClosureSets() {
    var parent = DependencyValues()
    parent.greeting = "parent"
    let own = DependencyValues.overrides(over: parent) { values in
      #expect(values.greeting == "parent")
      values.answer = values.greeting.count
      #expect(values.answer == 6)
    }
    var other = DependencyValues()
    other.greeting = "other"
    let layered = own.layered(over: other)
    #expect(layered.greeting == "other")
    #expect(layered.answer == 6)
  }

  @Test func changesAPartOfALiveValueWithoutAReport() {
    let reports = reports {
      let own = DependencyValues.overrides(over: DependencyValues()) {
        $0.factClient.fetch = { "mock \($0)" }
      }
      #expect(own.factClient.fetch(1) == "mock 1")
      #expect(own.factClient.count() == 0)
    }
    #expect(reports.isEmpty)
  }

  @Test func overridesOverItselfWithoutAReport() {
    var inherited = DependencyValues()
    inherited.greeting = "inherited"
    let reports = reports {
      let values = inherited.overridden {
        $0.factClient.fetch = { "mock \($0)" }
        $0.answer = 1
      }
      #expect(values.greeting == "inherited")
      #expect(values.answer == 1)
      #expect(values.factClient.fetch(1) == "mock 1")
    }
    #expect(reports.isEmpty)
    #expect(inherited.answer == 42)
  }

  @Test func reportsAgainOnceCollectingHasEnded() {
    let own = DependencyValues.overrides(over: DependencyValues()) { $0.answer = 1 }
    let reports = reports { _ = own.factClient }
    #expect(reports.count == 1)
  }

  @Test func reportsThePlaceThatAsksThroughAKeyPath() {
    let site = CallSite(
      fileID: "App/Screen.swift",
      filePath: "/App/Screen.swift",
      line: 7,
      column: 3
    )
    let reports = reports {
      #expect(DependencyValues().value(\.factClient, askedAt: site).fetch(2) == "live 2")
    }
    #expect(reports.map(\.callSite) == [site])
  }

  @Test func releasesOverriddenValues() {
    final class Object: Sendable {}
    enum ObjectKey: DependencyKey {
      static let liveValue: Object? = nil
      static let testValue: Object? = nil
    }
    weak var weakly: Object?
    do {
      let object = Object()
      weakly = object
      withDependencies {
        $0[ObjectKey.self] = object
      } operation: {
        #expect(DependencyValues.current[ObjectKey.self] === object)
      }
    }
    #expect(weakly == nil)
  }

  @Test func anOverrideOfAKindIsFound() {
    var values = DependencyValues()
    #expect(!values.containsOverride { $0 is String })
    values.greeting = "hello"
    values.answer = 1
    #expect(values.containsOverride { $0 is String })
    #expect(values.containsOverride { $0 is Int })
    #expect(!values.containsOverride { $0 is Double })
  }
}
