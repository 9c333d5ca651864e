import StrataConcurrency
import StrataDependencies
import StrataModels
import StrataModelsTesting
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
