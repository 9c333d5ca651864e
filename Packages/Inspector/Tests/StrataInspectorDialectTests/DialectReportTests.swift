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

private struct Row: StrataOneStore.Model, Identifiable {
  struct State: Equatable, Identifiable { let id: Int }

  @ModelState private var state: State

  func enter(_ entry: Entry) { send(entry) }
}

private struct Sheet: StrataOneStore.Model {
  struct State: Equatable { @StateModel<[Row]> var rows = [.init(id: 1)] }

  @ModelState private var state: State

  func clear() { state.rows = [] }
}

@Suite struct DialectReportTests {
  private let limits = RecordingLimits(privateProperties: ["password"])

  /// The messages that a recording has of the reports that a closure makes.
  private func messages(_ body: (Recording) -> Void) -> [String] {
    let recording = Recording(limits: limits)
    ReportSink.withHandler({ _ in }) { body(recording) }
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
