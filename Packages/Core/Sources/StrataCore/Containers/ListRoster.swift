/// Remembers contexts as a list.
public struct ListRoster: ContextRoster {
  @usableFromInline var contexts: [Context] = []
  /// The identities of those contexts whose owners choose them, kept from the first one on.
  var identities: Set<DeclaredIdentity>?

  /// The empty list.
  public init() {}

  /// Whether a context is on the list.
  ///
  /// - Complexity: O(length of the list).
  public func contains(_ context: Context) -> Bool { contexts.contains { $0 === context } }

  /// Replaces what is behind a place and says what has changed.
  ///
  /// - Complexity: Expected O(number of contexts behind the place).
  mutating func replaceRest(
    from matched: Int,
    with fresh: [Context]
  ) -> StructureEdits {
    // The two common cases need no sets: nothing was there, or nothing has come.
    if matched == contexts.count {
      if matched == 0 { contexts = fresh } else { contexts.append(contentsOf: fresh) }
      return StructureEdits(added: fresh, isChanged: true)
    }
    if fresh.isEmpty {
      let gone = Array(contexts[matched...])
      contexts.removeSubrange(matched...)
      return StructureEdits(removed: gone, isChanged: true)
    }
    var suffix = 0
    while suffix < min(contexts.count - matched, fresh.count),
      contexts[contexts.count - 1 - suffix] === fresh[fresh.count - 1 - suffix]
    {
      suffix += 1
    }
    // Copied out: a slice would hold the list's buffer and so make its replacement copy the whole.
    let gone = Array(contexts[matched..<(contexts.count - suffix)])
    let come = Array(fresh.dropLast(suffix))
    contexts.replaceSubrange(matched..<(contexts.count - suffix), with: come)
    let before = Set(gone.lazy.map(ObjectIdentifier.init))
    let after = Set(come.lazy.map(ObjectIdentifier.init))
    return StructureEdits(
      added: come.filter { !before.contains(ObjectIdentifier($0)) },
      removed: gone.filter { !after.contains(ObjectIdentifier($0)) },
      isChanged: true
    )
  }
}

@available(*, unavailable)
extension ListRoster: Sendable {}

extension StructureEdits {
  /// Finds those of the added contexts that stand for the same thing as a removed one.
  ///
  /// Such a context continues the life of the removed one: both leave the edits, and the caller
  /// puts the old one back in the place of the new one.
  ///
  /// - Returns: The contexts to put back, by the contexts they replace.
  mutating func continueByIdentity() -> [ObjectIdentifier: Context] {
    guard !added.isEmpty, !removed.isEmpty else { return [:] }
    var old: [AnyHashable: Context] = [:]
    for context in removed {
      if let identity = identity(of: context) { old[identity] = context }
    }
    guard !old.isEmpty else { return [:] }
    var continued: [ObjectIdentifier: Context] = [:]
    let edits = self
    added.removeAll { context in
      guard let identity = edits.identity(of: context),
        let before = old.removeValue(forKey: identity),
        before.layout === context.layout
      else { return false }
      continued[ObjectIdentifier(context)] = before
      return true
    }
    let kept = Set(continued.values.lazy.map(ObjectIdentifier.init))
    removed.removeAll { kept.contains(ObjectIdentifier($0)) }
    return continued
  }
}
