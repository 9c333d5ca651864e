/// A value, and how often it has been set: what the slot of a store or a source holds.
///
/// Who joins while values are being set has to know which of them it has been told already; the
/// version says so. Whoever changes the value raises it.
@frozen
public struct VersionedValue<Value> {
  /// The value.
  public var value: Value
  /// Rises with each change; zero if changes are not counted.
  public var version: UInt64

  /// Makes a versioned value.
  @inlinable
  public init(_ value: Value, version: UInt64 = 1) {
    self.value = value
    self.version = version
  }
}

extension VersionedValue: Sendable where Value: Sendable {}

extension VersionedValue: Equatable where Value: Equatable {
  /// Whether the versions are the same; where changes are not counted, whether the values are equal.
  ///
  /// Who counts has compared the values before raising the version, and they need not be compared
  /// once more by the engine. The values of one slot alone can be compared so.
  @inlinable
  public static func == (a: VersionedValue, b: VersionedValue) -> Bool {
    a.version == b.version && (a.version != 0 || a.value == b.value)
  }
}

/// A versioned value of any type, for those who show the value and not the count.
@_spi(Strata)
public protocol AnyVersionedValue {
  /// The value.
  var anyValue: Any { get }
}

@_spi(Strata)
extension VersionedValue: AnyVersionedValue {
  /// The value.
  public var anyValue: Any { value }
}
