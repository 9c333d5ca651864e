import StrataCore

/// The identity of a source, valid until the process ends.
public struct SourceID: Sendable, Hashable, CustomStringConvertible {
  /// The name of the source's class.
  public let typeName: String
  let context: ContextID

  /// `QuoteViewSource#12`.
  public var description: String { "\(typeName)\(context)" }

  /// Whether two names are of the same source.
  public static func == (a: SourceID, b: SourceID) -> Bool { a.context == b.context }

  /// Feeds the identity that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(context) }
}
