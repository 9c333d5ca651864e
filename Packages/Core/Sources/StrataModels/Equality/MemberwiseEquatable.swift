import StrataCore

/// A model that is compared by its stored properties, or a container by its contents.
///
/// `@Model` and `@ModelContainer` write the conformance for a type that declares `Equatable` and has no `==` of
/// its own. The operator comes from here and not from the macro. In a type whose macro may write one, Swift 6.3
/// finds a user's operator twice.
///
/// Neither the protocol nor its extensions ask for `Equatable`. With main-actor default isolation, Swift 6.3
/// needs the type's isolation to find that conformance, and reports a circular reference.
public protocol MemberwiseEquatable {
  /// Whether all comparable stored properties are equal; of an enum, the case and its values.
  func isMemberwiseEqual(to other: Self) -> Bool
}

extension MemberwiseEquatable {
  /// Whether all comparable stored properties are equal; of an enum, the case and its values.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.isEqualAtAnyDepth(to: rhs) }

  @inlinable
  @inline(__always)
  func isEqualAtAnyDepth(to other: Self) -> Bool {
    switch MemberwiseDepth.enter() {
    case 0: return MemberwiseDepth.onFreshStack { isMemberwiseEqual(to: other) }
    case 1: return isMemberwiseEqual(to: other)
    default:
      defer { MemberwiseDepth.leave() }
      return isMemberwiseEqual(to: other)
    }
  }
}

/// A model that is compared and hashed by its stored properties, or a container by its contents.
///
/// `@Model` and `@ModelContainer` write the conformance for a type that declares `Hashable` and writes neither
/// `==` nor `hash(into:)` itself.
public protocol MemberwiseHashable: MemberwiseEquatable {
  /// Feeds what ``MemberwiseEquatable/isMemberwiseEqual(to:)`` compares, and nothing else.
  func hashMembers(into hasher: inout Hasher)
}

extension MemberwiseHashable {
  /// Feeds what `==` compares.
  @inlinable
  public func hash(into hasher: inout Hasher) { hashAtAnyDepth(into: &hasher) }

  @inlinable
  @inline(__always)
  func hashAtAnyDepth(into hasher: inout Hasher) {
    switch MemberwiseDepth.enter() {
    case 0:
      let before = hasher
      hasher = MemberwiseDepth.onFreshStack {
        var hasher = before
        hashMembers(into: &hasher)
        return hasher
      }
    case 1: hashMembers(into: &hasher)
    default:
      defer { MemberwiseDepth.leave() }
      hashMembers(into: &hasher)
    }
  }
}

/// Continues a comparison of models inside models on a fresh stack, because a chain may be longer than a stack is
/// deep.
@usableFromInline
enum MemberwiseDepth: Sendable {
  /// Whether there is room for another model: 0 for none, 1 for enough, 2 for the first of a comparison,
  /// after which ``leave()`` is called.
  @usableFromInline
  static func enter() -> Int {
    switch DeepStack.enter() {
    case .none: 0
    case .enough: 1
    case .first: 2
    }
  }

  @usableFromInline
  static func leave() { DeepStack.leave() }

  @usableFromInline
  static func onFreshStack<Result>(_ body: () -> Result) -> Result {
    withoutActuallyEscaping(body) { DeepStack.descend($0) }
  }
}

// `Model` itself explains a missing conformance to these protocols. The compiler prefers these more constrained
// extensions to that one and to the ones above.

extension MemberwiseEquatable where Self: Model {
  /// Whether all comparable stored properties are equal.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.isEqualAtAnyDepth(to: rhs) }
}

extension MemberwiseHashable where Self: Model {
  /// Feeds what `==` compares.
  @inlinable
  public func hash(into hasher: inout Hasher) { hashAtAnyDepth(into: &hasher) }
}
