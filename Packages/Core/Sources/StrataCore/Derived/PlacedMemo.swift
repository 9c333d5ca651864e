public import StrataConcurrency

/// A derived value that a context keeps under a place, where the shortest path looks for it.
@safe
struct PlacedMemo {
  let place: PlaceKey
  /// What `memo` is.
  let type: ObjectIdentifier
  // SAFETY: the context's dictionary of memos holds it, from which this is taken out together with it.
  let memo: Unmanaged<AnyObject>
}

@available(*, unavailable)
extension PlacedMemo: Sendable {}

extension ContextParts {
  /// How many places are looked through; those beyond are found in the dictionary alone.
  private static let mostPlaces = 16

  /// Lists a memo under its place, if it has one; called with the lock held.
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

  /// Takes a memo from the list; called with the lock held.
  func forgetPlace(_ key: MemoKey) {
    guard case .place(let place) = key else { return }
    placedMemos.removeAll { $0.place == place }
  }

  // SAFETY: what is listed is held by the dictionary, which nobody changes while the lock is held.
  /// The memo of a place, if it is listed and of a type; called with the lock held.
  @usableFromInline
  func memo(at place: PlaceKey, ofType type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    for index in placedMemos.indices where placedMemos[index].place == place {
      return unsafe placedMemos[index].type == type ? placedMemos[index].memo : nil
    }
    return nil
  }
}

extension Context {
  /// The value that the context keeps under a place, made current if it is stale.
  ///
  /// - Returns: The value; `nil` if there is none yet, or it is not to be had on the shortest path.
  /// - Complexity: One lock pair if the value holds.
  @inlinable
  package func keptValue<Value: Sendable>(at place: PlaceKey, as type: Value.Type) -> Value? {
    if ObservationBridge.isAnyScopeOpen { return nil }
    let lock = lock()
    guard let parts, phase.isLive, lock.attention & Attention.transaction == 0,
      let memo = unsafe parts.memo(at: place, ofType: ObjectIdentifier(Derived<Value, Never>.self))
    else {
      lock.unlock()
      return nil
    }
    // SAFETY: the type was compared, and the lock keeps the memo listed.
    let derived = unsafe unsafeDowncast(
      memo.takeUnretainedValue(),
      to: Derived<Value, Never>.self
    )
    guard let cell = derived.cellReference else {
      lock.unlock()
      return nil
    }
    // SAFETY: the cell stays as long as the derived value, which is held here.
    return unsafe cell._withUnsafeGuaranteedRef { cell in
      guard cell.life == parts.life, cell.isSelfSufficient else {
        lock.unlock()
        return nil
      }
      if !cell.condition.isEmpty {
        let refresh = cell.refresh()
        guard case .current = refresh else {
          // Another reader's closure may have been there when it was asked for, and gone since.
          return derived.contentIfComputable(of: cell, after: refresh)?.get()
        }
      }
      if TrackingScope.isAnyOpen { TrackingScope.note(cell.context, 0) }
      let content = unsafe cell.content.pointee
      lock.unlock()
      return content.get()
    }
  }
}

extension DerivedCell {
  /// Whether it needs no closure of whoever reads it; called with the lock held.
  @inlinable
  final var isSelfSufficient: Bool {
    if canEvaluate { return true }
    return unsafe condition.isEmpty && !context.headers[0].flags.contains(.watched)
  }
}
