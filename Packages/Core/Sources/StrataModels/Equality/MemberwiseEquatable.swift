import StrataCore

/// A model that is compared by its stored properties, or a container by what it holds.
///
/// `@Model` and `@ModelContainer` write the conformance for a type that declares `Equatable` and has no
/// `==` of its own. The operator comes from here and not from the macro, because Swift 6.3 finds an
/// operator that a user has written twice in a type whose macro may write one.
///
/// Neither the protocol nor its extensions ask for `Equatable`. Where the main actor is the default, Swift
/// 6.3 needs the type's isolation to find that conformance, and reports a circular reference.
public protocol MemberwiseEquatable {
  /// Whether all stored properties that can be compared are equal; of an enum, the case and its values.
  func isMemberwiseEqual(to other: Self) -> Bool
}

extension MemberwiseEquatable {
  /// Whether all stored properties that can be compared are equal; of an enum, the case and its values.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch MemberwiseDepth.enter() {
    case 0: return MemberwiseDepth.onFreshStack { lhs.isMemberwiseEqual(to: rhs) }
    case 1: return lhs.isMemberwiseEqual(to: rhs)
    default:
      defer { MemberwiseDepth.leave() }
      return lhs.isMemberwiseEqual(to: rhs)
    }
  }
}

/// A model that is compared and hashed by its stored properties, or a container by what it holds.
///
/// `@Model` and `@ModelContainer` write the conformance for a type that declares `Hashable` and writes
/// neither `==` nor `hash(into:)` itself.
public protocol MemberwiseHashable: MemberwiseEquatable {
  /// Feeds what ``MemberwiseEquatable/isMemberwiseEqual(to:)`` compares, and nothing else.
  func hashMembers(into hasher: inout Hasher)
}

extension MemberwiseHashable {
  /// Feeds what `==` compares.
  @inlinable
  public func hash(into hasher: inout Hasher) {
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

/// Where a comparison goes on that meets models inside models: a chain may be longer than a stack is deep.
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

// For a model there is an explanation as well, where it has no conformance to these protocols. The more
// constrained extension is taken before either.

extension MemberwiseEquatable where Self: Model {
  /// Whether all stored properties that can be compared are equal.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.isMemberwiseEqual(to: rhs) }
}

extension MemberwiseHashable where Self: Model {
  /// Feeds what `==` compares.
  @inlinable
  public func hash(into hasher: inout Hasher) { hashMembers(into: &hasher) }
}
