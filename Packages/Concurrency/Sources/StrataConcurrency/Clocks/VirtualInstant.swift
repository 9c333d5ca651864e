/// An instant on a clock that does not follow the time of day.
///
/// Counted from the instant at which the clock was made.
public struct VirtualInstant: InstantProtocol, CustomStringConvertible {
  /// The time since the clock was made.
  public var offset: Duration

  /// Makes an instant.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The instant later by a duration.
  public func advanced(by duration: Duration) -> VirtualInstant {
    VirtualInstant(offset: offset + duration)
  }

  /// The time from this instant to another.
  public func duration(to other: VirtualInstant) -> Duration {
    other.offset - offset
  }

  /// Whether an instant is before another.
  public static func < (a: VirtualInstant, b: VirtualInstant) -> Bool {
    a.offset < b.offset
  }

  /// `+1.5 seconds`.
  public var description: String { "+\(offset)" }
}
