/// The models whose modifications are observed, as seen from a model.
///
/// Written after a dot: `[.self, .children]`.
public struct ModificationScope: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The model itself.
  public static var `self`: ModificationScope { ModificationScope(rawValue: 1) }
  /// The models in its properties.
  public static var children: ModificationScope { ModificationScope(rawValue: 2) }
  /// All models below it.
  public static var descendants: ModificationScope { ModificationScope(rawValue: 6) }
  /// The model and all below it.
  public static var subtree: ModificationScope { [.self, .descendants] }

  /// Whether models some levels below are among them.
  func contains(level: Int) -> Bool {
    switch level {
    case 0: contains(.self)
    case 1: contains(.children)
    default: contains(.descendants)
    }
  }
}

/// The kinds of change that count as a modification.
public struct ModificationKind: OptionSet, Sendable, Hashable {
  /// The set as bits.
  public let rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A property has another value, or contains other models, or the same in another order.
  public static var properties: ModificationKind { ModificationKind(rawValue: 1) }
  /// A property has got or lost a model.
  public static var parentRelation: ModificationKind { ModificationKind(rawValue: 2) }
  /// A local value has been written.
  public static var local: ModificationKind { ModificationKind(rawValue: 4) }
  /// A value of the environment has been written.
  public static var environment: ModificationKind { ModificationKind(rawValue: 8) }
  /// A contribution to a preference has been written.
  public static var preference: ModificationKind { ModificationKind(rawValue: 16) }
  /// Everything.
  public static var all: ModificationKind { ModificationKind(rawValue: .max) }
}
