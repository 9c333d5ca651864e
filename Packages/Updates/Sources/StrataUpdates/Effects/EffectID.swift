/// Names effects, so that they can be cancelled or replaced.
///
/// Values of two types are never equal, even if they could be bridged into each other.
@usableFromInline
struct EffectID: Hashable, Sendable, CustomStringConvertible {
  private let base: any Hashable & Sendable

  init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  @usableFromInline var description: String { String(reflecting: base) }

  @usableFromInline
  static func == (a: EffectID, b: EffectID) -> Bool {
    areEqual(a.base, b.base)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    base.hash(into: &hasher)
  }

  private static func areEqual<Value: Hashable>(_ a: Value, _ b: any Hashable) -> Bool {
    guard let b = b as? Value else { return false }
    return a == b
  }
}
