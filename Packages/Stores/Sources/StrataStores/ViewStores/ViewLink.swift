// SAFETY: `view` is written only by the initializer; reading a weak reference is atomic. `shown` and
// `isBehind` are touched only by the subscriber's calls, which are made one at a time.
/// The link of a view store to one of its views, which it refers to weakly.
final class ViewLink<State: ViewState>: @unchecked Sendable {
  private weak var view: (any StatefulView<State>)?
  /// The state that the view showed last.
  private var shown: State?
  /// Whether the view was not ready for the last state.
  private var isBehind = false

  init(view: some StatefulView<State>) {
    self.view = view
  }

  /// Whether the view is still there.
  var isAlive: Bool { view != nil }

  /// Whether the link is to a view.
  func leads(to other: AnyObject) -> Bool { view === other }

  /// Lets the view show an update.
  ///
  /// - Returns: Whether the view is still there.
  func show(_ update: StoreUpdate<State>) -> Bool {
    guard let view else { return false }
    if update.reason == .effect || (update.reason == .readiness && !isBehind) { return true }
    switch view.renderPolicy {
    case .possible:
      let current = shown?.current
      let distinct = current.flatMap { $0.isDistinct(from: update.state.current) ? $0 : nil }
      shown = update.state
      isBehind = false
      view.render(state: update.state, from: distinct)
      return true
    case .notPossible(.viewNotReady):
      isBehind = true
      return true
    case .notPossible(.viewDeallocated):
      return false
    }
  }
}
