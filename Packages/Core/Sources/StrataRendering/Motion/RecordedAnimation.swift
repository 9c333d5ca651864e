/// The animation of a change, as a value that can be recorded and compared.
///
/// Nothing is animated without a user interface, but a test can assert the requested animation. Spelled
/// `Animation` where SwiftUI cannot be imported.
public struct RecordedAnimation: Sendable, Hashable, CustomStringConvertible {
  /// The course of the motion.
  public enum Curve: String, Sendable, Hashable {
    /// The platform's own.
    case `default`
    /// At one speed.
    case linear
    /// Slow at the beginning.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Slow at both ends.
    case easeInOut
    /// As if on a spring.
    case spring
  }

  /// The course of the motion.
  public var curve: Curve
  /// How long it takes, if that is said.
  public var duration: Duration?
  /// How long it waits before it starts.
  public var delay: Duration = .zero

  /// Makes an animation.
  public init(_ curve: Curve, duration: Duration? = nil) {
    self.curve = curve
    self.duration = duration
  }

  /// The platform's own animation.
  public static let `default` = RecordedAnimation(.default)
  /// At one speed.
  public static let linear = RecordedAnimation(.linear)
  /// Slow at the beginning.
  public static let easeIn = RecordedAnimation(.easeIn)
  /// Slow at the end.
  public static let easeOut = RecordedAnimation(.easeOut)
  /// Slow at both ends.
  public static let easeInOut = RecordedAnimation(.easeInOut)
  /// As if on a spring.
  public static let spring = RecordedAnimation(.spring)

  /// At one speed, for a number of seconds.
  public static func linear(duration: Double) -> RecordedAnimation {
    RecordedAnimation(.linear, duration: .seconds(duration))
  }

  /// Slow at both ends, for a number of seconds.
  public static func easeInOut(duration: Double) -> RecordedAnimation {
    RecordedAnimation(.easeInOut, duration: .seconds(duration))
  }

  /// The same animation, started later by a number of seconds.
  public func delay(_ seconds: Double) -> RecordedAnimation {
    var copy = self
    copy.delay = .seconds(seconds)
    return copy
  }

  /// `easeInOut(0.3 seconds)`.
  public var description: String {
    let length = duration.map { "(\($0))" } ?? ""
    let wait = delay == .zero ? "" : ".delay(\(delay))"
    return "\(curve.rawValue)\(length)\(wait)"
  }
}
