package import StandupsFeatures
import StrataSources
package import StrataStores

// SAFETY: stores only constants.
/// Feeds the console's view from the other stores.
package final class ConsoleViewStore: ViewStore<ConsoleViewState>, @unchecked Sendable {
  private let desk: Desk

  /// Makes a store that follows those of a `Desk`.
  package init(following desk: Desk) {
    self.desk = desk
    super.init(initialState: ConsoleViewState(), delivery: desk.delivery)
    subscribe(to: desk.documents) { [weak self] in self?.refresh() }
    subscribe(to: desk.standups) { [weak self] in self?.refresh() }
    subscribe(to: desk.statistics) { [weak self] in self?.refresh() }
    desk.settings.subscribe(self, method: ConsoleViewStore.refresh)
  }

  /// Chooses what is shown.
  package func show(_ request: ConsoleRequest) {
    state.ask(for: request)
    refresh()
  }

  private func refresh() {
    let (documents, standups) = (desk.documents.state, desk.standups.state)
    let (settings, statistics) = (desk.settings.model.settings, desk.statistics.state)
    state.show(documents, standups, settings, statistics)
  }
}
