package import Foundation
package import StandupsData
import StrataStores

/// Figures about past meetings.
package struct StatisticsState: StateContainer {
  package enum State: EnumState {
    /// Nothing is known yet.
    case uncounted
    case counted(Statistics)
    /// The requested stand-up does not exist.
    case failed(StandupsError)
  }

  package var current: State = .uncounted
  /// The stand-up that counts; `nil` counts all.
  package private(set) var name: String?
  /// Earlier meetings do not count.
  package private(set) var start: Date?

  package init() {}
}

// MARK: - Transactions

extension StatisticsState {
  /// Chooses what counts.
  package mutating func choose(name: String?, start: Date?, in standups: StandupsState) {
    update {
      $0.name = name
      $0.start = start
      $0.follow(standups)
    }
  }

  /// Counts anew.
  package mutating func follow(_ standups: StandupsState) {
    if case .unknown = standups.current { return }
    update {
      do throws(StandupsError) {
        var counted = standups.standups
        if let name = $0.name { counted = [try standups.standup(named: name)] }
        $0.current = .counted(Statistics(of: counted, since: $0.start))
      } catch {
        $0.current = .failed(error)
      }
    }
  }
}
