/// Whether a view can show a state now.
public enum RenderPolicy: Sendable, Equatable {
  /// It can.
  case possible
  /// It cannot, for this reason.
  case notPossible(Obstacle)

  /// Why a view cannot show a state.
  public enum Obstacle: Sendable, Equatable {
    /// Not yet.
    ///
    /// The view is given the latest state when it says that it is ready, or with the next state after that.
    case viewNotReady
    /// Never again.
    ///
    /// The view's subscription ends.
    case viewDeallocated
  }
}
