public import StrataConcurrency

extension ContextFacets {
  /// How many call sites are searched; the others are found in the dictionary alone.
  private static let mostPlaces = 16

  /// Lists a memo under its call site, if it has one; called with the lock held.
  @usableFromInline
  func notePlace<Value: Sendable, Failure: Error>(
    _ key: MemoKey,
    _ memo: Derived<Value, Failure>
  ) {
    forgetPlace(key)
    guard case .place(let place) = key, placedMemos.count < Self.mostPlaces else { return }
    let type = ObjectIdentifier(Derived<Value, Failure>.self)
    unsafe placedMemos.append(
      PlacedMemo(place: place, type: type, memo: .passUnretained(memo))
    )
  }

  /// Removes a memo from the list; called with the lock held.
  func forgetPlace(_ key: MemoKey) {
    guard case .place(let place) = key else { return }
    placedMemos.removeAll { $0.place == place }
  }

  // SAFETY: the dictionary retains the listed memos, and no thread changes it while the lock is held.
  /// The memo of a call site, if it is listed and of a type; called with the lock held.
  @usableFromInline
  func memo(at place: PlaceKey, ofType type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    for index in placedMemos.indices where placedMemos[index].place == place {
      return unsafe placedMemos[index].type == type ? placedMemos[index].memo : nil
    }
    return nil
  }
}

extension Context {
  /// The value that the context caches under a call site, updated if it is dirty.
  ///
  /// - Returns: The value; `nil` if there is none yet, or the shortest path does not reach it.
  /// - Complexity: One lock pair if the value is valid.
  @inlinable
  package func keptValue<Value: Sendable>(at place: PlaceKey, as type: Value.Type) -> Value? {
    unsafe keptValue(as: type) { facets in
      unsafe facets.memo(at: place, ofType: ObjectIdentifier(Derived<Value, Never>.self))
    }
  }

  /// The value that the context caches under a name, updated if it is dirty.
  ///
  /// - Returns: The value; `nil` if there is none yet, or the shortest path does not reach it.
  /// - Complexity: One lock pair and one look-up if the value is valid.
  @inlinable
  package func keptValue<Name: Hashable & Sendable, Value: Sendable>(
    named name: Name,
    as type: Value.Type
  ) -> Value? {
    guard NamedMemoTable<Name>.isPlain else {
      guard !ObservationBridge.isAnyScopeOpen, let listed = listedName(name) else { return nil }
      return unsafe keptValue(as: type) { facets in
        unsafe facets.memo(of: listed, ofType: ObjectIdentifier(Derived<Value, Never>.self))
      }
    }
    return unsafe keptValue(as: type) { facets in
      unsafe facets.memo(named: name, ofType: ObjectIdentifier(Derived<Value, Never>.self))
    }
  }

  // SAFETY: `find` runs with the lock held, and gives a listed memo of the type `Derived<Value, Never>`.
  @inlinable
  @inline(__always)
  @unsafe
  func keptValue<Value: Sendable>(
    as type: Value.Type,
    _ find: (ContextFacets) -> Unmanaged<AnyObject>?
  ) -> Value? {
    if ObservationBridge.isAnyScopeOpen { return nil }
    let lock = lock()
    guard let facets, phase.isLive, lock.flagWord & TreeFlags.transaction == 0,
      let memo = unsafe find(facets)
    else {
      lock.unlock()
      return nil
    }
    // SAFETY: the type was compared, and the lock keeps the memo listed.
    let derived = unsafe unsafeDowncast(
      memo.takeUnretainedValue(),
      to: Derived<Value, Never>.self
    )
    guard let node = derived.nodeReference else {
      lock.unlock()
      return nil
    }
    // SAFETY: the node lives as long as the derived value, which the context retains here.
    return unsafe node._withUnsafeGuaranteedRef { node in
      guard node.incarnation == facets.incarnation, node.isSelfSufficient else {
        lock.unlock()
        return nil
      }
      if !node.condition.isEmpty {
        let refresh = node.refresh()
        guard case .current = refresh else {
          // Another reader's closure may have been available at the test, and gone since.
          return derived.contentIfComputable(of: node, after: refresh)?.get()
        }
      }
      if TrackingScope.isAnyOpen { TrackingScope.note(node) }
      let content = unsafe node.content.pointee
      lock.unlock()
      return content.get()
    }
  }
}

extension DerivedNode {
  /// Whether it needs no closure of the reader; called with the lock held.
  @inlinable
  final var isSelfSufficient: Bool {
    if canEvaluate { return true }
    return unsafe condition.isEmpty && !context.headers[0].flags.contains(.watched)
  }
}
