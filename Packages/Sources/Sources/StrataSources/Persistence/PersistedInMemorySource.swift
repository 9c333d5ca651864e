// SAFETY: adds constants.
/// Stores a value in memory, as long as the source exists.
public final class PersistedInMemorySource<Value: Sendable>: SourceBase<Persistable<Value>>,
  @unchecked Sendable
{
  private let first: Value?
  private let setMethod = ActionMethod<Value>(named: "set") { owner, value in
    (owner as? PersistedInMemorySource)?.set(value)
  }
  private let clearMethod = ActionMethod<Void>(named: "clear") { owner, _ in
    (owner as? PersistedInMemorySource)?.set(nil)
  }

  /// Makes a source.
  ///
  /// - Parameter value: The first stored value.
  public init(_ value: Value? = nil) {
    first = value
    super.init()
  }

  override func makeInitialModel() -> Persistable<Value> { make(first) }

  private func make(_ value: Value?) -> Persistable<Value> {
    let set = offer(setMethod)
    guard let value else { return .notFound(.init(set: set)) }
    return .found(.init(value: value, set: set, clear: offer(clearMethod)))
  }

  private func set(_ value: Value?) { model = make(value) }
}
