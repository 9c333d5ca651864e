/// The key whose attachment a context is.
public struct AttachmentDescription: Sendable {
  /// The family that the value belongs to.
  public let family: AttachmentFamily
  /// The value's name.
  public let name: String
  /// Whether two values count as the same; `nil` for values that cannot be compared.
  @_spi(Strata) public let areSame: (@Sendable (Any, Any) -> Bool)?
}

/// The common kind of several keys: local values, values of the environment.
public struct AttachmentFamily: Sendable, Hashable {
  /// The family's name, which precedes the values' names in diagnostics.
  public let name: String
  /// Whether the values are state.
  ///
  /// Recordings of the tree see changes of state: history, traces, exhaustive tests. A value that is computed from
  /// others is no state.
  public let isRecorded: Bool

  /// Local values of a context.
  public static let local = AttachmentFamily("local")
  /// Values that the descendants of a context inherit.
  public static let environment = AttachmentFamily("environment")
  /// Values that the ancestors of a context aggregate.
  public static let preference = AttachmentFamily("preference")

  /// Names a family.
  public init(_ name: String, isRecorded: Bool = true) {
    self.name = name
    self.isRecorded = isRecorded
  }
}
