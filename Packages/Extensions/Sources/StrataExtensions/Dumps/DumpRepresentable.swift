/// A type that chooses the representation of its values in dumps and diffs.
///
/// ```swift
/// extension Token: DumpRepresentable {
///   var dumpRepresentation: DumpRepresentation { .text("Token(••••)") }
/// }
/// ```
///
/// For a type that is not yours, use ``ValueDump/showing(_:as:)``.
public protocol DumpRepresentable {
  /// The representation to show instead of the value.
  var dumpRepresentation: DumpRepresentation { get }
  /// The identity of the value if it is a handle that may be reached from itself.
  ///
  /// A value inside one with the same identity is shown as `Name(↻)`. `nil`, the default, cuts nothing.
  var dumpIdentity: AnyHashable? { get }
}

extension DumpRepresentable {
  /// `nil`: the value cannot be inside itself.
  public var dumpIdentity: AnyHashable? { nil }
}

/// The representation to show instead of a value.
public enum DumpRepresentation {
  /// A text; each of its lines is a line of the dump.
  case text(String)
  /// Another value, such as the one that a wrapper wraps.
  case value(Any)
  /// Some members, with the type's name around them, in this order.
  case members([(label: String, value: Any)])
}

@available(*, unavailable)
extension DumpRepresentation: Sendable {}
