import StrataConcurrency

/// Knows whether the current thread runs the last handlers of contexts that have left their tree.
///
/// A handler that resets a property of its own context is right when a key cancels it, and needless when the context
/// has left. Such a write is therefore dropped without a report.
enum LastHandlers {
  private static let word = ThreadWord("LastHandlers")

  /// Whether this thread runs last handlers now.
  private(set) static var areRunning: Bool {
    get { word.bits != 0 }
    set { word.bits = newValue ? 1 : 0 }
  }

  /// Runs last handlers.
  static func run(_ body: () -> Void) {
    let wereRunning = areRunning
    areRunning = true
    defer { areRunning = wereRunning }
    TrackingScope.suspended(body)
  }
}
