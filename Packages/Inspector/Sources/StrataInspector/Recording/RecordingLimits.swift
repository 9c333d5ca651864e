@_spi(Strata) import StrataCore

/// How much a recording keeps, and what it leaves out.
public struct RecordingLimits: Sendable, Hashable {
  /// How many records are kept in memory, at least 100; the oldest are dropped first, half of the limit at a time.
  public var records: Int { didSet { records = Self.atLeast(records) } }
  /// How many bytes of records are kept in memory, or written to a file; at least 64 KiB.
  public var bytes: Int { didSet { bytes = Self.atLeast(bytes: bytes) } }
  /// How many bytes the JSON of one property may have; a larger value is left out, and its size is written.
  public var propertyBytes: Int
  /// How many bytes the text of a value that is not `Encodable` may have; the rest is cut off.
  public var textBytes: Int
  /// Whether writes carry the value before.
  public var keepsOldValues: Bool
  /// The properties whose values are never written: `"password"` in every type, `"Account.password"` in one.
  ///
  /// They are properties of models, and members of the values in properties, events and actions: stored properties,
  /// associated values, cases and coding keys. Where a type may encode a private property under another key, or without
  /// one, that is left out as well. The name of a type leaves out all of its values. A generic type is named without its
  /// arguments, `"Token"`, or with them; of a model they are ignored.
  public var privateProperties: Set<String> { didSet { names = Self.names(privateProperties) } }
  /// The same without the arguments of generic types, as models have their names.
  private var names: Set<String>

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - records: How many records are kept in memory; at least 100.
  ///   - bytes: How many bytes are kept in memory, or written to a file; at least 64 KiB.
  ///   - propertyBytes: How many bytes the JSON of one property may have.
  ///   - textBytes: How many bytes the text of a value that is not `Encodable` may have.
  ///   - keepsOldValues: Whether writes carry the value before.
  ///   - privateProperties: The properties whose values are never written: `"password"` in every type,
  ///     `"Account.password"` in one.
  public init(
    records: Int = 100_000,
    bytes: Int = 64 << 20,
    propertyBytes: Int = 1 << 20,
    textBytes: Int = 4_096,
    keepsOldValues: Bool = false,
    privateProperties: Set<String> = []
  ) {
    self.records = Self.atLeast(records)
    self.bytes = Self.atLeast(bytes: bytes)
    self.propertyBytes = propertyBytes
    self.textBytes = textBytes
    self.keepsOldValues = keepsOldValues
    self.privateProperties = privateProperties
    names = Self.names(privateProperties)
  }

  private static func names(_ properties: Set<String>) -> Set<String> {
    Set(properties.map { String($0.replacing(/<.*>/, with: "")) })
  }

  private static func atLeast(_ records: Int) -> Int { max(records, 100) }

  private static func atLeast(bytes: Int) -> Int { max(bytes, 64 << 10) }

  /// Leaves out the values of a stored property of a struct or an enum, such as a store's state.
  ///
  /// ```swift
  /// var limits = RecordingLimits()
  /// limits.hide(\Account.password)
  /// ```
  ///
  /// It adds the property's name to ``privateProperties``, for its type alone. The property is left out under any coding
  /// key. A property of a model has no name at run time; mark it with `@Unrecorded`.
  ///
  /// - Parameter property: The property; of a longer path the last part.
  /// - Precondition: The path names a stored property.
  public mutating func hide<Root, Value>(_ property: KeyPath<Root, Value>) {
    guard let name = Self.name(of: property) else {
      preconditionFailure(
        """
        RecordingLimits.hide: \(property) has no name at run time. Mark a property of a model with @Unrecorded, and \
        put the name of another computed property into privateProperties.
        """
      )
    }
    privateProperties.insert(name)
  }

  /// `Account.password`; `nil` for a path that ends in a computed property or a subscript.
  static func name<Root, Value>(of property: KeyPath<Root, Value>) -> String? {
    let parts = "\(property)".split(separator: ".")
    guard let last = parts.last, parts.count >= 2 else { return nil }
    guard last.unicodeScalars.allSatisfy(\.properties.isXIDContinue) else {
      return nil
    }
    // Of a longer path the type of the last part is not known.
    return parts.count == 2 ? "\(String(describing: Root.self)).\(last)" : String(last)
  }

  func isPrivate(_ slot: Int, of kind: Layout) -> Bool {
    let property = kind.slots[slot]
    return property.isUnrecorded || isPrivate(property.name, of: kind.name)
  }

  func isPrivate(_ property: String, of kind: String) -> Bool {
    guard !names.isEmpty else { return false }
    let kind = PrivateNames.names(ofType: kind).last ?? kind
    return names.contains(property) || names.contains(kind) || names.contains("\(kind).\(property)")
  }

  /// Whether contexts may stand in a private property.
  var mayHidePlaces: Bool { !privateProperties.isEmpty || Layout.hasUnrecordedPlaces }
}
