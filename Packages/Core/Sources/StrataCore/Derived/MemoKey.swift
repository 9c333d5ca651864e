public import StrataConcurrency

/// Identifies a derived value that a context caches.
@usableFromInline
package enum MemoKey: Hashable, Sendable {
  /// By its call site.
  case place(PlaceKey)
  /// By the program's own name.
  case named(NamedMemo)
}

/// A name that the program has chosen.
@usableFromInline
package struct NamedMemo: Hashable, Sendable {
  // SAFETY: made from a Sendable value alone, and never changed.
  private nonisolated(unsafe) let name: AnyHashable

  @usableFromInline
  package init(_ name: some Hashable & Sendable) {
    unsafe self.name = AnyHashable(name)
  }

  @usableFromInline
  package static func == (a: NamedMemo, b: NamedMemo) -> Bool { unsafe a.name == b.name }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { unsafe hasher.combine(name) }
}

extension Context {
  /// The derived value that the context caches under a call site; made if there is none of its type.
  ///
  /// - Returns: The derived value; `nil` unless the context is alive.
  @inlinable
  package func memo<Value: Sendable, Failure: Error>(
    at place: PlaceKey,
    make: () -> Derived<Value, Failure>
  ) -> Derived<Value, Failure>? {
    if let memo: Derived<Value, Failure> = unsafe listedMemo({
      unsafe $0.memo(at: place, ofType: $1)
    }) {
      return memo
    }
    return memo(.place(place), listedBy: { $0.notePlace(.place(place), $1) }, make: make)
  }

  /// The derived value that the context caches under a name; made if there is none of its type.
  ///
  /// - Returns: The derived value; `nil` unless the context is alive.
  @inlinable
  package func memo<Name: Hashable & Sendable, Value: Sendable, Failure: Error>(
    named name: Name,
    make: () -> Derived<Value, Failure>
  ) -> Derived<Value, Failure>? {
    if let memo: Derived<Value, Failure> = unsafe listedMemo({
      unsafe $0.memo(named: name, ofType: $1)
    }) {
      return memo
    }
    return memo(.named(NamedMemo(name)), listedBy: { $0.list($1, named: name) }, make: make)
  }

  // SAFETY: `find` runs with the lock held, and gives a listed memo of the type with the given identity.
  /// A memo that is listed for the shortest path, if the context is alive.
  @inlinable
  @inline(__always)
  @unsafe
  func listedMemo<Value: Sendable, Failure: Error>(
    _ find: (ContextFacets, ObjectIdentifier) -> Unmanaged<AnyObject>?
  ) -> Derived<Value, Failure>? {
    let lock = lock()
    guard phase.isLive, let facets,
      let memo = unsafe find(facets, ObjectIdentifier(Derived<Value, Failure>.self))
    else {
      lock.unlock()
      return nil
    }
    // SAFETY: the type was compared, and the lock keeps the memo listed until it is counted.
    let derived = unsafe unsafeDowncast(
      memo.takeUnretainedValue(),
      to: Derived<Value, Failure>.self
    )
    lock.unlock()
    return derived
  }

  /// The derived value that the context caches under a key; made if there is none of its type.
  ///
  /// - Returns: The derived value; `nil` unless the context is alive.
  package func memo<Value: Sendable, Failure: Error>(
    _ key: MemoKey,
    make: () -> Derived<Value, Failure>
  ) -> Derived<Value, Failure>? {
    memo(key, listedBy: { $0.notePlace(key, $1) }, make: make)
  }

  @usableFromInline
  func memo<Value: Sendable, Failure: Error>(
    _ key: MemoKey,
    listedBy list: (ContextFacets, Derived<Value, Failure>) -> Void,
    make: () -> Derived<Value, Failure>
  ) -> Derived<Value, Failure>? {
    let lock = lock()
    guard phase.isLive else {
      lock.unlock()
      return nil
    }
    if let facets, let memo = facets.memos[key] as? Derived<Value, Failure> {
      if case .named = key { list(facets, memo) }
      lock.unlock()
      return memo
    }
    let made = make()
    let facets = ensuredFacets
    let former = facets.memos.updateValue(made, forKey: key)
    // One with another type of value may be listed under the same name.
    let tables = former == nil ? [] : facets.takeNamedMemos()
    list(facets, made)
    lock.unlock()
    withExtendedLifetime((former, tables)) {}
    return made
  }

  /// Releases a cached derived value; the next request makes it anew.
  package func removeMemo(named name: NamedMemo) {
    let lock = lock()
    let former = facets?.memos.removeValue(forKey: .named(name))
    let tables = former == nil ? nil : facets?.takeNamedMemos()
    lock.unlock()
    withExtendedLifetime((former, tables)) {}
  }
}

extension ContextFacets {
  /// Whether the context owns derived values.
  var hasDerivedValues: Bool { !derivedNodes.isEmpty || !memos.isEmpty }

  /// Takes the derived values out, to be ended without the lock.
  func takeDerivedValues() -> OwnedDerivedValues {
    defer {
      placedMemos = []
      if derivedFacet != nil { (derivedNodes, memos) = ([:], [:]) }
    }
    return OwnedDerivedValues(
      nodes: Array(derivedNodes.values),
      memos: Array(memos.values),
      names: takeNamedMemos()
    )
  }
}

/// The derived values that a context owned.
struct OwnedDerivedValues {
  var nodes: [DerivedNode] = []
  var memos: [any Sendable] = []
  var names: ContiguousArray<PlacedNames> = []
}

@available(*, unavailable)
extension OwnedDerivedValues: Sendable {}
