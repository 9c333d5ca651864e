public import StrataConcurrency

/// Leads a controller through its life cycle without a user interface.
///
/// The steps follow the order of a user interface: loading comes first and once, appearing and disappearing
/// alternate. A step in the right order is made. Any other step is reported and left out.
public struct LifecycleDriver: Sendable {
  /// A phase of a controller's life cycle.
  public enum Phase: String, Sendable {
    /// There is no view yet.
    case notLoaded
    /// The view is there and not on screen.
    case offScreen
    /// The view is on screen.
    case onScreen
  }

  /// The controller's current phase.
  public private(set) var phase = Phase.notLoaded

  /// Makes a driver of a controller that has no view yet.
  public init() {}

  /// Whether the view is there.
  public var isLoaded: Bool { phase != .notLoaded }

  /// Begins to load the view.
  ///
  /// - Returns: Whether the view has to be loaded now.
  public mutating func load() -> Bool {
    guard phase == .notLoaded else { return false }
    phase = .offScreen
    return true
  }

  /// Begins to bring the view on screen.
  ///
  /// - Returns: Whether it has to be brought there now; if not, that is reported.
  public mutating func appear(_ name: String, at callSite: CallSite) -> Bool {
    guard phase == .offScreen else {
      RenderingDiagnostic.alreadyOnScreen(name).report(at: callSite)
      return false
    }
    phase = .onScreen
    return true
  }

  /// Begins to take the view off the screen.
  ///
  /// - Returns: Whether it has to be taken off now; if not, that is reported.
  public mutating func disappear(_ name: String, at callSite: CallSite) -> Bool {
    guard phase == .onScreen else {
      RenderingDiagnostic.notOnScreen(name).report(at: callSite)
      return false
    }
    phase = .offScreen
    return true
  }
}
