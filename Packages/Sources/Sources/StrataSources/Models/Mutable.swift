/// A value that all code may set.
@dynamicMemberLookup
public struct Mutable<Value> {
  /// The value.
  public let value: Value
  /// Sets the value.
  public let set: Action<Value>

  /// Makes a model.
  public init(value: Value, set: Action<Value>) {
    self.value = value
    self.set = set
  }

  /// A property of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }
}

extension Mutable: Sendable where Value: Sendable {}
extension Mutable: Equatable where Value: Equatable {}
extension Mutable: Hashable where Value: Hashable {}

// SAFETY: adds constants.
/// A source of a value that all code may set.
public final class MutableSource<Value>: SourceBase<Mutable<Value>>, @unchecked Sendable
where Value: Sendable {
  private let first: Value
  private let setMethod = ActionMethod<Value>(named: "set") { owner, value in
    (owner as? MutableSource)?.set(value)
  }

  /// Makes a source with its first value.
  public init(_ value: Value) {
    first = value
    super.init()
  }

  override func makeInitialModel() -> Mutable<Value> { make(first) }

  private func make(_ value: Value) -> Mutable<Value> {
    Mutable(value: value, set: offer(setMethod))
  }

  private func set(_ value: Value) { model = make(value) }
}

extension Source {
  /// Makes a source of the value alone, which can be read and not set.
  public func nonmutating<Value>() -> Source<Value> where Model == Mutable<Value> {
    map(\.value)
  }
}
