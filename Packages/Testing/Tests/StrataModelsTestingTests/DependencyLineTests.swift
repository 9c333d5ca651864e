import StrataConcurrency
import StrataDependencies
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import Testing

/// The line at which a test names a dependency that it has not overridden.
@Suite struct DependencyLineTests {
  @Test func itIsTheLineOfTheTaskThatAsks() async {
    let line = Locked(UInt(0), rank: .leaf)
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      line.withLock { $0 = #line + 1 }
      counter.node.task { counter.fact = counter.node.lamp.text }
      await expect(counter.fact == "lit")
    }
    #expect(findings.kinds == [.misuse])
    #expect(findings.messages.first?.hasPrefix("The live value of Lamp is used in a test") == true)
    #expect(findings.lines == [line.withLock { $0 }])
  }

  /// A method has no task whose line could stand for the one that asks.
  @Test func itIsTheLineOfTheMethodThatAsks() async {
    let findings = await Findings.of {
      let reader = Reader().withAnchor()
      reader.read()
      await expect(reader.text == "lit")
    }
    #expect(findings.kinds == [.misuse])
    let place = "StrataModelsTestingTests/DependencyLineTests.swift:\(Reader.line)"
    #expect(findings.places == [place])
  }

  @Test func itIsTheLineThatAsksInATaskOfManyLines() async {
    let line = Locked(UInt(0), rank: .leaf)
    let findings = await Findings.of {
      let counter = Counter().withAnchor()
      counter.node.task {
        let lamp = counter.node.lamp
        line.withLock { $0 = #line - 1 }
        counter.fact = lamp.text
      }
      await expect(counter.fact == "lit")
    }
    let place = "StrataModelsTestingTests/DependencyLineTests.swift:\(line.withLock { $0 })"
    #expect(findings.places == [place])
  }

  @Test func itIsTheLineThatAsksInAnAssertionAndInAnActivation() async {
    let line = Locked(UInt(0), rank: .leaf)
    let findings = await Findings.of {
      let reader = Reader(readsAtOnce: true).withAnchor()
      await expect {
        reader.text == "lit"
        reader.node.lamp.text == "lit"
      }
      line.withLock { $0 = #line - 2 }
    }
    let file = "StrataModelsTestingTests/DependencyLineTests.swift"
    #expect(findings.places == [Reader.line, line.withLock { $0 }].map { "\(file):\($0)" })
  }

  @Test func aModelThatIsAskedTooEarlyIsReportedThere() async {
    let line = Locked(UInt(0), rank: .leaf)
    let findings = await Findings.of {
      let counter = Counter()
      _ = counter.node.lamp
      line.withLock { $0 = #line - 1 }
    }
    let place = "StrataModelsTestingTests/DependencyLineTests.swift:\(line.withLock { $0 })"
    #expect(findings.places.first == place)
  }
}

private struct Lamp: DependencyKey {
  var text = "lit"

  static let liveValue = Lamp()
}

extension DependencyValues {
  fileprivate var lamp: Lamp {
    get { self[Lamp.self] }
    set { self[Lamp.self] = newValue }
  }
}

/// A model that asks for a dependency in a method.
private struct Reader: Model {
  static let modelLayout = ModelLayout<Reader>("Reader") { $0.slot("text", \.text) }
  /// The line that asks.
  static let line: UInt = #line + 17
  var modelNode = ModelNode<Reader>()
  let readsAtOnce: Bool

  var text: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(readsAtOnce: Bool = false) {
    self.readsAtOnce = readsAtOnce
    modelNode.initialize(0, to: "")
  }

  func onActivate() { if readsAtOnce { read() } }

  func read() {
    let lamp = node.lamp
    text = lamp.text
  }
}
