package import Foundation
package import StrataStores

// SAFETY: stores only constants.
/// Counts the meetings of the stand-ups.
package final class StatisticsStore: Store<StatisticsState>, @unchecked Sendable {
  private let standups: StandupsStore

  /// Makes a store that follows the stand-ups.
  package init(following standups: StandupsStore) {
    self.standups = standups
    super.init(initialState: StatisticsState(), delivery: standups.delivery)
    subscribe(to: standups) { [weak self] in self?.state.follow($0) }
  }

  /// Chooses what counts.
  ///
  /// - Parameters:
  ///   - name: The stand-up; `nil` counts all.
  ///   - start: Earlier meetings do not count.
  package func count(_ name: String?, since start: Date?) {
    state.choose(name: name, start: start, in: standups.state)
  }
}
