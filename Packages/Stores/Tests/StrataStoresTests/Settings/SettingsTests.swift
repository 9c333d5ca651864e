import StrataStores
import Testing

@Suite(.serialized) struct SettingsTests {
  @Test func logsTheChangeOfTheBaseCaseOrOfData() {
    let lines = Recorded<String>()
    Settings.setLog { lines.append($0) }
    Settings.logStateChanges = true
    defer {
      Settings.logStateChanges = false
      Settings.setLog { print($0) }
    }
    let store = CounterStore()
    store.state.start(step: 1)
    store.state.start(step: 2)
    store.state.start(step: 2)
    store.state.stop()
    let name = store.storeIdentifier
    // Other tests' stores log here too while they run beside this one.
    #expect(
      lines.elements.filter { $0.hasPrefix("\(name) ") } == [
        "\(name) did change from: idle to: counting",
        "\(name) data changed",
        "\(name) did change from: counting to: idle",
      ]
    )
  }
}
