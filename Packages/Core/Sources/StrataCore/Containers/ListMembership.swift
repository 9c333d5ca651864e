/// A membership in the form of a list of contexts.
public struct ListMembership: ContextMembership {
  @usableFromInline var contexts: [Context] = []
  /// The identities that the owners of contexts choose, stored while there are several contexts.
  var identities: IdentityCounts?

  /// The paths of the contexts, if they are needed.
  public var places: [ObjectIdentifier: ContainerPlace]?

  /// The empty list.
  public init() {}

  /// Whether a context is on the list.
  ///
  /// - Complexity: O(length of the list).
  public func contains(_ context: Context) -> Bool { contexts.contains { $0 === context } }

  /// The length of the list.
  public var knownCount: Int? { contexts.count }

  /// Puts contexts in the position of others, by the contexts they replace.
  ///
  /// - Complexity: O(length of the list).
  @usableFromInline
  mutating func replace(_ replacements: [ObjectIdentifier: Context]) {
    if replacements.count == 1, let one = replacements.first {
      for index in contexts.indices where ObjectIdentifier(contexts[index]) == one.key {
        contexts[index] = one.value
      }
      return
    }
    for index in contexts.indices {
      if let context = replacements[ObjectIdentifier(contexts[index])] {
        contexts[index] = context
      }
    }
  }

  /// Replaces the contexts from an index on, and returns the edits.
  ///
  /// - Parameters:
  ///   - matched: The index.
  ///   - fresh: The contexts from that index on, each retained by the container.
  /// - Returns: The added and removed contexts.
  /// - Complexity: O(number of contexts from the index on), some words for each. If many were removed and many were
  ///   added or moved, some look-ups in sets for each.
  @usableFromInline
  mutating func replaceRest(
    from matched: Int,
    with fresh: ContiguousArray<UncountedContext>
  ) -> StructureEdits {
    if matched == contexts.count { return append(fresh.map(\.context)) }
    // SAFETY: references to objects of a native class are single words, and `fresh` has the same words. They are only
    // compared.
    let (suffix, difference) = unsafe contexts.withUnsafeBytes { before in
      unsafe fresh.withUnsafeBytes { after in
        let old = unsafe before.bindMemory(to: UInt.self)[matched...]
        return unsafe ListDifference.between(
          UnsafeBufferPointer(rebasing: old),
          after.bindMemory(to: UInt.self)
        )
      }
    }
    let range = matched..<(contexts.count - suffix)
    let come = fresh.dropLast(suffix)
    switch difference {
    case .thinned(let places): return remove(places, from: range)
    case .grown(let places): return insert(places, of: come, into: range)
    case .substituted(let places): return substitute(places, by: come, in: range)
    case .mixed:
      let before = Array(contexts[range])
      let after = come.map(\.context)
      contexts.replaceSubrange(range, with: after)
      return Self.edits(from: before, to: after)
    }
  }

  private mutating func append(_ fresh: [Context]) -> StructureEdits {
    if contexts.isEmpty { contexts = fresh } else { contexts.append(contentsOf: fresh) }
    return StructureEdits(added: fresh)
  }

  private mutating func remove(_ places: [Int], from range: Range<Int>) -> StructureEdits {
    let gone = places.map { contexts[range.lowerBound + $0] }
    // The remaining contexts close the gaps, each moved once.
    var next = 0
    var kept = range.lowerBound
    for index in range {
      if next < places.count, range.lowerBound + places[next] == index {
        next += 1
      } else {
        contexts.swapAt(kept, index)
        kept += 1
      }
    }
    contexts.removeSubrange(kept..<range.upperBound)
    return StructureEdits(removed: gone)
  }

  private mutating func insert(
    _ places: [Int],
    of come: ContiguousArray<UncountedContext>.SubSequence,
    into range: Range<Int>
  ) -> StructureEdits {
    let added = places.map { come[$0].context }
    if places.count == come.count {
      contexts.insert(contentsOf: added, at: range.lowerBound)
    } else {
      contexts.replaceSubrange(range, with: come.lazy.map(\.context))
    }
    return StructureEdits(added: added)
  }

  private mutating func substitute(
    _ places: [Int],
    by come: ContiguousArray<UncountedContext>.SubSequence,
    in range: Range<Int>
  ) -> StructureEdits {
    var before: [Context] = []
    var after: [Context] = []
    for place in places {
      let fresh = come[place].context
      before.append(contexts[range.lowerBound + place])
      after.append(fresh)
      contexts[range.lowerBound + place] = fresh
    }
    return Self.edits(from: before, to: after)
  }

  /// The contexts in only one of two lists.
  private static func edits(from before: [Context], to after: [Context]) -> StructureEdits {
    let old = Set(before.lazy.map(ObjectIdentifier.init))
    let new = Set(after.lazy.map(ObjectIdentifier.init))
    return StructureEdits(
      added: after.filter { !old.contains(ObjectIdentifier($0)) },
      removed: before.filter { !new.contains(ObjectIdentifier($0)) },
      isChanged: true
    )
  }
}

/// A context that its container retains while it is compared.
///
/// To count each would cost more than the comparison.
// SAFETY: made and used inside one `reconcile`, whose container is not changed before the context of
// each has been taken out.
@safe
@usableFromInline
struct UncountedContext {
  @usableFromInline let reference: Unmanaged<Context>

  @inlinable
  init(_ context: Context) { unsafe reference = .passUnretained(context) }

  @inlinable var word: UInt { unsafe UInt(bitPattern: reference.toOpaque()) }

  var context: Context { unsafe reference.takeUnretainedValue() }
}

@available(*, unavailable)
extension UncountedContext: Sendable {}

@available(*, unavailable)
extension ListMembership: Sendable {}

extension StructureEdits {
  /// Finds the added contexts that represent the same model as a removed one, by identity and path.
  ///
  /// Such a context continues the life of the removed one. Both leave the edits, and the caller puts the old context
  /// back in the position of the new one.
  ///
  /// - Parameters:
  ///   - former: The previous paths, if they are needed.
  ///   - places: The current paths, if they are needed.
  /// - Returns: The contexts to put back, by the contexts they replace.
  mutating func continueByIdentity(
    from former: ContextPlaces?,
    to places: ContextPlaces?
  ) -> [ObjectIdentifier: Context] {
    guard !added.isEmpty, !removed.isEmpty, !ContinuationByIdentity.isSuspended else { return [:] }
    var old: [PlacedIdentity: Context] = [:]
    for context in removed {
      if let key = PlacedIdentity(of: context, in: self, at: former) { old[key] = context }
    }
    guard !old.isEmpty else { return [:] }
    var continued: [ObjectIdentifier: Context] = [:]
    let edits = self
    added.removeAll { context in
      guard let key = PlacedIdentity(of: context, in: edits, at: places),
        let before = old.removeValue(forKey: key), before.layout === context.layout
      else { return false }
      continued[ObjectIdentifier(context)] = before
      return true
    }
    let kept = Set(continued.values.lazy.map(ObjectIdentifier.init))
    removed.removeAll { kept.contains(ObjectIdentifier($0)) }
    return continued
  }
}

extension ContextPlaces {
  /// The same paths, with the contexts that were put back instead of others.
  func continued(by replacements: [ObjectIdentifier: Context]) -> ContextPlaces {
    guard !replacements.isEmpty else { return self }
    var places: ContextPlaces = [:]
    for (context, place) in self {
      places[replacements[context].map(ObjectIdentifier.init) ?? context] = place
    }
    return places
  }
}
