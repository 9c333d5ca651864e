/// A model that is compared by its stored properties.
///
/// `@Model` writes the conformance for a struct that declares `Equatable` and has no `==` of its own.
/// The operator comes from here and not from the macro, because Swift 6.3 finds an operator that a
/// user has written twice in a type whose macro may write one.
public protocol MemberwiseEquatable: Model, Equatable {
  /// Whether all stored properties that can be compared are equal.
  func isMemberwiseEqual(to other: Self) -> Bool
}

extension MemberwiseEquatable {
  /// Whether all stored properties that can be compared are equal.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.isMemberwiseEqual(to: rhs) }
}

/// A model that is compared and hashed by its stored properties.
///
/// `@Model` writes the conformance for a struct that declares `Hashable` and writes neither `==` nor
/// `hash(into:)` itself.
public protocol MemberwiseHashable: MemberwiseEquatable, Hashable {
  /// Feeds what ``MemberwiseEquatable/isMemberwiseEqual(to:)`` compares, and nothing else.
  func hashMembers(into hasher: inout Hasher)
}

extension MemberwiseHashable {
  /// Feeds what `==` compares.
  @inlinable
  public func hash(into hasher: inout Hasher) { hashMembers(into: &hasher) }
}
