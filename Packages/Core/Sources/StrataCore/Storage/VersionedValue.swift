/// A value with the number of its changes: the contents of a store's or a source's slot.
///
/// An observer that begins while values are being set needs to know which of them it has received already. The version
/// answers that. Each change of the value raises it.
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
  /// An owner that counts has compared the values before it raised the version, so the engine need not compare them
  /// again. Only values of one slot can be compared in this way.
  @inlinable
  public static func == (a: VersionedValue, b: VersionedValue) -> Bool {
    a.version == b.version && (a.version != 0 || a.value == b.value)
  }
}

/// A versioned value of any type, for displays of the value without the count.
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
