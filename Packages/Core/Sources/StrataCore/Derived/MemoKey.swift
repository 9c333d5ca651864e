public import StrataConcurrency

/// Identifies a derived value that a context caches.
@usableFromInline
package enum MemoKey: Hashable, Sendable {
  /// By its call site.
  case place(PlaceKey)
  /// By a name of the library, which is compared under the lock.
  case named(NamedMemo)
  /// By the program's own name.
  case program(ProgramName)
}

/// A name that the program has chosen, which is compared by identity alone.
///
/// The `==` and the `hash(into:)` of a name are the program's code, and may read models. They run without the lock: a
/// context has one object for all equal names, which ``Context/registered(_:)`` finds.
@usableFromInline
package final class ProgramName: Hashable, Sendable {
  // SAFETY: made from a Sendable value alone, and never changed.
  private nonisolated(unsafe) let name: AnyHashable
  @usableFromInline let nameHash: Int

  @usableFromInline
  package init(_ name: some Hashable & Sendable) {
    unsafe self.name = AnyHashable(name)
    nameHash = name.hashValue
  }

  /// Whether the program holds two names for equal; called without a lock.
  func isNamed(as other: ProgramName) -> Bool { unsafe name == other.name }

  @usableFromInline
  package static func == (a: ProgramName, b: ProgramName) -> Bool { a === b }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A name of the library.
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
    let listed: Derived<Value, Failure>?
    if NamedMemoTable<Name>.isPlain {
      listed = unsafe listedMemo { unsafe $0.memo(named: name, ofType: $1) }
    } else {
      listed = listedName(name).flatMap { name in
        unsafe listedMemo { unsafe $0.memo(of: name, ofType: $1) }
      }
    }
    if let listed { return listed }
    let ownName = ProgramName(name)
    let hash = ownName.nameHash
    return memo(named: ownName, listedBy: { $0.list($1, named: name, hash: hash) }, make: make)
  }

  @usableFromInline
  func memo<Value: Sendable, Failure: Error>(
    named name: ProgramName,
    listedBy list: (ContextFacets, Derived<Value, Failure>) -> Void,
    make: () -> Derived<Value, Failure>
  ) -> Derived<Value, Failure>? {
    guard let registered = registered(name) else { return nil }
    return memo(.program(registered), listedBy: list, make: make)
  }

  /// The name under which the context caches values for all equal names.
  ///
  /// - Parameter name: Registered if no equal name is.
  /// - Returns: The name; `nil` unless the context is alive.
  private func registered(_ name: ProgramName) -> ProgramName? {
    var compared: ContiguousArray<ProgramName> = []
    while true {
      let lock = lock()
      guard phase.isLive else {
        lock.unlock()
        return nil
      }
      let names = facets?.memoNames[name.nameHash] ?? []
      if names.elementsEqual(compared, by: ===) {
        ensuredFacets.memoNames[name.nameHash, default: []].append(name)
        lock.unlock()
        return name
      }
      lock.unlock()
      if let same = names.first(where: { $0.isNamed(as: name) }) { return same }
      compared = names
    }
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
      if case .program = key { list(facets, memo) }
      lock.unlock()
      return memo
    }
    let made = make()
    let facets = ensuredFacets
    if case .program(let name) = key { facets.register(name) }
    let former = facets.memos.updateValue(made, forKey: key)
    // One with another type of value may be listed under the same name.
    let tables = former == nil ? [] : facets.takeNamedMemos()
    list(facets, made)
    lock.unlock()
    withExtendedLifetime((former, tables)) {}
    return made
  }

  /// Releases a cached derived value; the next request makes it anew.
  package func removeMemo(named name: ProgramName) {
    let names = withGuardLocked { facets?.memoNames[name.nameHash] ?? [] }
    for same in names where same.isNamed(as: name) {
      let lock = lock()
      let former = facets?.memos.removeValue(forKey: .program(same))
      let tables = former == nil ? nil : facets?.takeNamedMemos()
      facets?.forget(same)
      lock.unlock()
      withExtendedLifetime((former, tables)) {}
    }
  }
}

extension ContextFacets {
  /// Whether the context owns derived values.
  var hasDerivedValues: Bool { !derivedNodes.isEmpty || !memos.isEmpty }

  /// Takes the derived values out, to be ended without the lock.
  func takeDerivedValues() -> OwnedDerivedValues {
    defer {
      placedMemos = []
      if derivedFacet != nil { (derivedNodes, memos, memoNames) = ([:], [:], [:]) }
    }
    return OwnedDerivedValues(
      nodes: Array(derivedNodes.values),
      memos: Array(memos.values),
      programNames: Array(memoNames.values),
      names: takeNamedMemos()
    )
  }

  /// Registers a name that another thread may have removed since it was found.
  fileprivate func register(_ name: ProgramName) {
    guard memoNames[name.nameHash]?.contains(where: { $0 === name }) != true else { return }
    memoNames[name.nameHash, default: []].append(name)
  }

  fileprivate func forget(_ name: ProgramName) {
    guard var names = memoNames[name.nameHash] else { return }
    names.removeAll { $0 === name }
    memoNames[name.nameHash] = names.isEmpty ? nil : names
  }
}

/// The derived values that a context owned.
struct OwnedDerivedValues {
  var nodes: [DerivedNode] = []
  var memos: [any Sendable] = []
  var programNames: [ContiguousArray<ProgramName>] = []
  var names: ContiguousArray<PlacedNames> = []
}

@available(*, unavailable)
extension OwnedDerivedValues: Sendable {}
