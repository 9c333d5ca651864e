/// An identity that a context's owner has chosen; contexts of two kinds never share one.
private struct DeclaredIdentity: Equatable {
  let layout: ObjectIdentifier
  let identity: AnyHashable

  /// Asks a context for its identity, which is user code.
  ///
  /// - Returns: `nil` if its owner has not chosen the identity.
  init?(of context: Context, in edits: StructureEdits) {
    guard context.layout.declaresIdentity, let identity = edits.identity(of: context) else {
      return nil
    }
    layout = ObjectIdentifier(context.layout)
    self.identity = identity
  }
}

/// How many contexts of a list have each identity that their owners choose, by a hash of the identity.
///
/// Other identities may have the same hash, so a second one is only a reason to look.
struct IdentityCounts {
  private var counts: [Int: Int] = [:]

  mutating func reserve(_ additional: Int) { counts.reserveCapacity(counts.count + additional) }

  /// Counts an identity.
  ///
  /// - Returns: How many identities with this hash were added and not removed.
  mutating func add(_ hash: Int) -> Int {
    func increment(_ count: inout Int) -> Int {
      count += 1
      return count
    }
    return increment(&counts[hash, default: 0])
  }

  mutating func remove(_ hash: Int) {
    guard let index = counts.index(forKey: hash) else { return }
    if counts.values[index] > 1 {
      counts.values[index] -= 1
    } else {
      counts.remove(at: index)
    }
  }
}

extension StructureEdits {
  /// A hash of the identity that the owner of a context has chosen; user code.
  ///
  /// - Returns: `nil` if the owner has not chosen it.
  fileprivate func identityHash(of context: Context) -> Int? {
    let layout = context.layout
    let outer = unsafe TrackingScope.suspend()
    defer { unsafe TrackingScope.resume(outer) }
    guard layout.declaresIdentity,
      let hash = layout.hooks?.identityHash(of: context, handle: handles[ObjectIdentifier(context)])
    else { return nil }
    return hash ^ ObjectIdentifier(layout).hashValue
  }
}

extension ListMembership {
  /// Records the identities of added and removed contexts; called without the lock, when the list is up to date.
  ///
  /// A context alone is no duplicate, so its identity is recorded only when another one joins it.
  ///
  /// - Returns: The added contexts whose identity another one in the list has.
  /// - Complexity: Expected O(number of added and removed contexts); the length of the list where nothing is recorded yet.
  mutating func noteIdentities(of edits: StructureEdits) -> [Context] {
    guard contexts.count > 1 else {
      identities = nil
      return []
    }
    var isAnyDeclared = identities != nil
    edits.added.forEachUncounted { isAnyDeclared = isAnyDeclared || $0.layout.declaresIdentity }
    guard isAnyDeclared else { return [] }
    // Taken out of the property, so that it is changed in place.
    var known = identities.take() ?? identities(before: edits)
    defer { identities = known }
    for context in edits.removed {
      if let hash = edits.identityHash(of: context) { known.remove(hash) }
    }
    known.reserve(edits.added.count)
    return edits.added.filter { context in
      guard let hash = edits.identityHash(of: context), known.add(hash) > 1 else { return false }
      return isDuplicate(context, in: edits)
    }
  }

  /// Whether another context in the list has the identity of an added one, at this moment.
  ///
  /// A context that is in the list twice is another mistake.
  private func isDuplicate(_ context: Context, in edits: StructureEdits) -> Bool {
    guard let identity = DeclaredIdentity(of: context, in: edits) else { return false }
    return contexts.contains { $0 !== context && DeclaredIdentity(of: $0, in: edits) == identity }
      && !contexts.dropFirst((contexts.firstIndex { $0 === context } ?? 0) + 1)
        .contains { $0 === context }
  }

  /// The identities of the contexts that are in the list and were not added by the edits.
  private func identities(before edits: StructureEdits) -> IdentityCounts {
    let added = Set(edits.added.lazy.map { ObjectIdentifier($0) })
    var known = IdentityCounts()
    guard added.count < contexts.count else { return known }
    for context in contexts where !added.contains(ObjectIdentifier(context)) {
      if let hash = edits.identityHash(of: context) { _ = known.add(hash) }
    }
    return known
  }
}
