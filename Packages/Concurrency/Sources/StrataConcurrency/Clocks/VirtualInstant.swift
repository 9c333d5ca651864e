/// A moment on a clock that does not follow the time of day.
///
/// Counted from the moment at which the clock was made.
public struct VirtualInstant: InstantProtocol, CustomStringConvertible {
  /// The time since the clock was made.
  public var offset: Duration

  /// Makes a moment.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The moment later by a duration.
  public func advanced(by duration: Duration) -> VirtualInstant {
    VirtualInstant(offset: offset + duration)
  }

  /// The time from this moment to another.
  public func duration(to other: VirtualInstant) -> Duration {
    other.offset - offset
  }

  /// Whether a moment is before another.
  public static func < (a: VirtualInstant, b: VirtualInstant) -> Bool {
    a.offset < b.offset
  }

  /// `+1.5 seconds`.
  public var description: String { "+\(offset)" }
}
