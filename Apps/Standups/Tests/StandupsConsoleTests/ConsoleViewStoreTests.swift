import Foundation
import StandupsConsole
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores
import Synchronization
import Testing

@Suite struct ConsoleViewStoreTests {
  /// Records the states that it is given to show.
  private final class RecordingView: StatefulView {
    private let states = Mutex<[String]>([])

    var shown: [String] { states.withLock { $0 } }

    func render(state: ConsoleViewState, from distinctState: ConsoleViewState.State?) {
      states.withLock { $0.append(state.current.name) }
    }
  }

  private func desk(_ standups: [Standup]) throws -> (Desk, folder: String) {
    let folder = NSTemporaryDirectory() + "standups-view-" + UUID().uuidString
    let path = "\(folder)/data.json"
    _ = try DocumentFile(path: path).update { $0.standups = standups }
    let desk = withDependencies {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      Desk(file: .file(path))
    }
    return (desk, folder)
  }

  private let ops = Standup(id: id(1), handle: "ops", title: "Ops", plannedSeconds: 60)

  /// The view follows four stores that follow one another; a change must reach it once, whole.
  @Test func showsOneChangeOnce() throws {
    let (desk, folder) = try desk([ops])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = ConsoleViewStore(following: desk)
    let view = RecordingView()
    store.show(.statistics)
    try store += view
    desk.documents.load()
    #expect(view.shown == ["idle", "statistics"])
    desk.documents.change { document throws(StandupsError) in
      .removed(try document.remove(document.standups[0].id))
    }
    desk.documents.load()
    #expect(view.shown == ["idle", "statistics", "statistics"])
  }

  @Test func answersEachRequest() throws {
    var standup = ops
    standup.meetings = [
      Meeting(
        id: id(2),
        date: Date(timeIntervalSince1970: 0),
        seconds: 9,
        ending: .finished,
        turns: []
      )
    ]
    let (desk, folder) = try desk([standup])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    desk.documents.load()
    let store = ConsoleViewStore(following: desk)
    let answers: [(ConsoleRequest, ConsoleViewState.State)] = [
      (.standups, .standups([standup])), (.standup("op"), .standup(standup)),
      (.meetings("ops"), .meetings(standup)),
      (.meeting("ops", number: -1), .meeting(number: 1, of: standup)),
      (.settings, .settings(StandupsData.Settings())),
      (.statistics, .statistics(Statistics(of: [standup]))), (.change, .idle),
      (
        .meeting("ops", number: 2),
        .failed(
          StandupsError(.noInput, "ops has no meeting 2: only meeting 1 was held.")
        )
      ),
    ]
    for (request, answer) in answers {
      store.show(request)
      #expect(store.state.current == answer)
    }
  }
}
