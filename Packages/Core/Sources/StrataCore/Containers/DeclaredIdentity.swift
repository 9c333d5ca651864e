/// An identity that a context's owner has chosen; contexts of two kinds never share one.
struct DeclaredIdentity: Hashable {
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
      guard let identity = DeclaredIdentity(of: context, in: edits), let count = known[identity]
      else { continue }
      known[identity] = count > 1 ? count - 1 : nil
    }
    return edits.added.filter { context in
      guard let identity = DeclaredIdentity(of: context, in: edits) else { return false }
      known[identity, default: 0] += 1
      guard known[identity] != 1 else { return false }
      // An identity may have changed since it was recorded. A context that is in the list twice is another mistake.
      return contexts.contains { $0 !== context && DeclaredIdentity(of: $0, in: edits) == identity }
        && !contexts.dropFirst((contexts.firstIndex { $0 === context } ?? 0) + 1)
          .contains { $0 === context }
    }
  }

  /// The identities of the contexts that are in the list and were not added by the edits, with their counts.
  private func identities(before edits: StructureEdits) -> [DeclaredIdentity: Int] {
    let added = Set(edits.added.lazy.map { ObjectIdentifier($0) })
    var known: [DeclaredIdentity: Int] = [:]
    guard added.count < contexts.count else { return known }
    for context in contexts where !added.contains(ObjectIdentifier(context)) {
      if let identity = DeclaredIdentity(of: context, in: edits) {
        known[identity, default: 0] += 1
      }
    }
    return known
  }
}
