import StrataConcurrency
import StrataCore
import StrataInspector
import StrataOneStore
import StrataUpdates
import Testing

// Update stores have a type of this name, too.
private typealias Recording = StrataInspector.Recording

private enum Entry: Sendable {
  case login(password: String)
}

private enum Mirrored: Sendable, CustomReflectable, CustomStringConvertible {
  case login(String)

  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
  var description: String { "login(hunter2)" }
}

private struct Row: StrataOneStore.Model, Identifiable {
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  @ModelState private var state: State

  func enter(_ entry: Entry) { send(entry) }
  func rename() { state.name = "new" }
}

private struct Sheet: StrataOneStore.Model {
  struct State: Equatable { @StateModel<[Row]> var rows = [.init(id: 1), .init(id: 2)] }

  @ModelState private var state: State

  func clear() { state.rows = [] }
}

@Suite struct DialectReportTests {
  private let limits = RecordingLimits(privateProperties: ["password"])

  /// The messages that a recording has of the reports that a closure makes.
  private func messages(_ body: (Recording) -> Void) -> [String] {
    let recording = Recording(limits: limits)
    let ignore: ReportSink.Handler = { _ in }
    ReportSink.withHandler(ignore) { body(recording) }
    recording.stop()
    #expect(!recording.text.contains("hunter2"))
    return RecordingContents(recording.bytes).records.compactMap { record in
      guard case .report(let report) = record else { return nil }
      return report.message
    }
  }

  @Test("A report of an event of a removed row of one store has nothing of its contents")
  func oneStore() {
    let found = messages { recording in
      let store = recording.observe { StrataOneStore.Store<Sheet>(initialState: .init()) }
      let sheet = recording.observe { store.model }
      let row = sheet.$rows[0]
      sheet.clear()
      row.enter(.login(password: "hunter2"))
    }
    #expect(found.contains { $0.hasPrefix("Row sends login(…) after it has left its tree") })
  }

  @Test(
    "A report of a write to a removed row names the cause's line, or says that it is the store's"
  )
  func writes() {
    let found = messages { recording in
      let store = recording.observe { StrataOneStore.Store<Sheet>(initialState: .init()) }
      let sheet = store.model
      let (first, second) = (sheet.$rows[0], sheet.$rows[1])
      sheet.clear()
      first.rename()
      withCause("rename") { second.rename() }
    }
    let writes = found.filter { $0.contains("was written, but its state is not in the store") }
    #expect(writes.map { $0.contains("The line is that of the store") } == [true, false])
  }

  @Test("An action with a mirror of its own is named by its type, and left out")
  func mirroredAction() {
    _ = messages { recording in
      let store = recording.observe {
        StrataUpdates.Store(
          update: { (state: Int, _: Mirrored, _: Void) in Update(state: state + 1) },
          state: 0,
          environment: ()
        )
      }
      store.send(.login("hunter2"))
      recording.stop()
      #expect(recording.text.contains(#""name":"Mirrored""#))
    }
  }

  @Test("A report of actions without an end has nothing of the action's contents")
  func actions() {
    let found = messages { recording in
      let store = recording.observe {
        StrataUpdates.Store(
          update: { (state: Int, _: Entry, _: Void) in Update(state: state + 1) },
          state: 0,
          environment: ()
        )
      }
      let token = store.observe { [weak store] _ in store?.send(.login(password: "hunter2")) }
      withExtendedLifetime(token) {}
    }
    #expect(found.contains { $0.contains("login(…) is not handled") })
  }
}
