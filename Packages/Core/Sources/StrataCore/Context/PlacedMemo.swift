import StrataConcurrency

/// A memo that a context caches under a call site, for the shortest path.
@safe
struct PlacedMemo {
  let place: PlaceKey
  /// The type of `memo`.
  let type: ObjectIdentifier
  // SAFETY: the context's dictionary of memos retains it, and both entries are removed together.
  let memo: Unmanaged<AnyObject>
}

@available(*, unavailable)
extension PlacedMemo: Sendable {}

/// The memos that a context caches under names; a subclass knows the type of the names.
@usableFromInline
class NamedMemos {
  init() {}
}

/// A table of memos with the type of their names.
@usableFromInline
struct PlacedNames {
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline let table: NamedMemos
}

@available(*, unavailable)
extension NamedMemos: Sendable {}

@available(*, unavailable)
extension PlacedNames: Sendable {}
