import StrataConcurrency

/// Whether an added context with the identity of a removed one continues its life.
///
/// It does, except for contexts that a history restores, which must be the previous ones themselves. The flag is
/// thread-specific, because containers make the comparison and know nothing of histories.
enum ContinuationByIdentity {
  private static let word = ThreadWord("ContinuationByIdentity")

  /// Whether continuation is suspended on this thread now.
  private(set) static var isSuspended: Bool {
    get { word.bits != 0 }
    set { word.bits = newValue ? 1 : 0 }
  }

  /// Runs a closure in which no context continues the life of another.
  static func suspend<Result>(_ body: () -> Result) -> Result {
    isSuspended = true
    defer { isSuspended = false }
    return body()
  }
}
