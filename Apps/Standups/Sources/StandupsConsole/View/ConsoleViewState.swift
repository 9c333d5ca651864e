package import StandupsData
package import StandupsFeatures
import StrataStores

/// The state that a command shows.
package struct ConsoleViewState: ViewState {
  package enum State: EnumState {
    /// There is no request, or its result is not known yet.
    case idle
    case standups([Standup])
    /// Those that a query has found.
    case found([Standup])
    case standup(Standup)
    case meetings(Standup)
    case meeting(number: Int, of: Standup)
    case statistics(Statistics)
    case settings(StandupsData.Settings)
    case changed(DocumentChange)
    case failed(StandupsError)
  }

  package var current: State = .idle
  /// The request.
  package private(set) var request: ConsoleRequest?

  package init() {}
}

/// A person's request to a command.
package enum ConsoleRequest: Hashable, Sendable {
  case standups
  case found(StandupQuery)
  case standup(String)
  case meetings(String)
  case meeting(String, number: Int)
  case statistics
  case settings
  /// The result of a change of the data file.
  case change
}

// MARK: - Transactions

extension ConsoleViewState {
  /// Takes note of what is asked for.
  mutating func ask(for request: ConsoleRequest) {
    update { $0.request = request }
  }

  /// Shows the requested state of the stores.
  mutating func show(
    _ documents: DocumentState,
    _ standups: StandupsState,
    _ settings: StandupsData.Settings,
    _ statistics: StatisticsState
  ) {
    update {
      if let failure = documents.failure {
        $0.current = .failed(failure)
        return
      }
      guard let request = $0.request, documents.document != nil else { return }
      do throws(StandupsError) {
        $0.current = try Self.answer(request, documents, standups, settings, statistics)
      } catch {
        $0.current = .failed(error)
      }
    }
  }

  private static func answer(
    _ request: ConsoleRequest,
    _ documents: DocumentState,
    _ standups: StandupsState,
    _ settings: StandupsData.Settings,
    _ statistics: StatisticsState
  ) throws(StandupsError) -> State {
    switch request {
    case .standups: return .standups(standups.standups)
    case .found(let query):
      let all = standups.standups
      return all.isEmpty ? .standups(all) : .found(query.answer(all))
    case .standup(let name): return .standup(try standups.standup(named: name))
    case .meetings(let name): return .meetings(try standups.standup(named: name))
    case .meeting(let name, let number):
      let standup = try standups.standup(named: name)
      return .meeting(number: try standup.position(ofMeeting: number) + 1, of: standup)
    case .statistics:
      switch statistics.current {
      case .uncounted: return .idle
      case .counted(let statistics): return .statistics(statistics)
      case .failed(let failure): return .failed(failure)
      }
    case .settings: return .settings(settings)
    case .change: return documents.change.map { .changed($0) } ?? .idle
    }
  }
}
