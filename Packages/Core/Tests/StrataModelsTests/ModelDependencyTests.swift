@_spi(Strata) import StrataConcurrency
import StrataModels
import Testing

struct FactClient: Sendable {
  var fetch: @Sendable (Int) -> String
}

extension FactClient: DependencyKey {
  static let liveValue = FactClient { "\($0) is live" }
  static let testValue = FactClient { "\($0) is a test" }
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

/// A client that no test can do without overriding it.
private struct Wire: DependencyKey {
  static let liveValue = Wire()
}

extension DependencyValues {
  fileprivate var wire: Wire { self[Wire.self] }
}

@Suite struct ModelDependencyTests {
  private func fact(_ model: Logged?) -> String? { model?.node.factClient.fetch(1) }

  @Test func oneThatATestDoesNotOverrideIsReportedNearTheUseInAModel() {
    let root = Logged("p", Log()).withAnchor { $0.context = .test }
    let found = Locked<[Report]>([], rank: .leaf)
    ReportSink.withHandler { report in
      found.withLock { $0.append(report) }
    } operation: {
      _ = root.node.wire
    }
    // A use that names its own line would give that of the property `wire`.
    #expect(found.withLock { $0.map(\.isNear) } == [true])
  }

  @Test func descendantsInheritTheRootsOverride() {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log)).withAnchor {
      $0.factClient.fetch = { "\($0) is great" }
    }
    #expect(fact(root) == "1 is great")
    #expect(fact(root.child) == "1 is great")
  }

  @Test func aModelsOwnOverrideWinsForItAndThoseBelow() {
    let log = Log()
    let child = Logged("c", log, child: Logged("d", log)).withDependencies {
      $0.factClient.fetch = { "\($0) is own" }
    }
    let root = Logged("p", log, child: child).withAnchor {
      $0.factClient.fetch = { "\($0) is root's" }
    }
    #expect(fact(root) == "1 is root's")
    #expect(fact(root.child) == "1 is own")
    #expect(fact(root.child?.child) == "1 is own")
  }

  @Test func rootsOwnOverrideWinsOverTheAnchorsClosure() {
    let root = Logged("p", Log())
      .withDependencies { $0.factClient.fetch = { "\($0) is own" } }
      .withAnchor { $0.factClient.fetch = { "\($0) is the anchor's" } }
    #expect(fact(root) == "1 is own")
  }

  @Test func nothingIsLostInADetachedTask() async {
    let root = Logged("p", Log()).withAnchor { $0.factClient.fetch = { "\($0) is great" } }
    let value = await Task.detached { root.node.factClient.fetch(1) }.value
    #expect(value == "1 is great")
  }

  @Test func tasksOfAModelSeeItsDependenciesAsCurrent() async {
    let root = Logged("p", Log()).withAnchor { $0.factClient.fetch = { "\($0) is great" } }
    let log = Log()
    root.node.task { log.add(DependencyValues.current.factClient.fetch(2)) }
    while log.entries.isEmpty { await Task.yield() }
    #expect(log.entries == ["2 is great"])
  }

  // In a process of its own: with recorded causes, which other tests ask for, tasks run in another way.
  @Test func tasksSeeDependenciesAlsoWhereNoCausesAreRecorded() async {
    await #expect(processExitsWith: .success) {
      let root = Logged("p", Log()).withAnchor { $0.factClient.fetch = { "\($0) is great" } }
      let log = Log()
      root.node.task { log.add(DependencyValues.current.factClient.fetch(2)) }
      while log.entries.isEmpty { await Task.yield() }
      #expect(log.entries == ["2 is great"])
    }
  }

  @Test func tasksBelowAnOverrideSeeItInATreeOfDefaults() async {
    let child = Logged("c", Log()).withDependencies { $0.factClient.fetch = { "\($0) is own" } }
    let root = Logged("p", Log(), child: child).withAnchor()
    // The tree caches the root's dependencies once they were read.
    #expect(root.node.factClient.fetch(1) == "1 is a test")
    let log = Log()
    root.child?.node.task { log.add(DependencyValues.current.factClient.fetch(2)) }
    while log.entries.isEmpty { await Task.yield() }
    #expect(log.entries == ["2 is own"])
  }

  @Test func readingInNoTreeIsReportedAndGivesTheDefault() {
    var value = ""
    let texts = reports { value = Counter().node.factClient.fetch(1) }
    #expect(value == "1 is a test")
    #expect(
      texts == [
        """
        A dependency was read on a Counter that is in no tree. The default value is given, without \
        what the tree overrides. Anchor the model, or add it to an anchored one, and read \
        dependencies from onActivate() on.
        """
      ]
    )
  }

  @Test func overridingTooLateIsReported() {
    let model = Counter().withAnchor()
    let texts = reports { _ = model.withDependencies { $0.factClient.fetch = { "\($0)" } } }
    #expect(
      texts == [
        """
        Dependencies of a Counter were changed after it had joined a tree. The change has no \
        effect. Call withDependencies before the model is anchored or added.
        """
      ]
    )
  }
}
