/// Remembers contexts as a list.
public struct ListRoster: ContextRoster {
  @usableFromInline var contexts: [Context] = []
  /// The identities of those contexts whose owners choose them, kept from the first one on.
  var identities: Set<DeclaredIdentity>?

  /// Where the contexts are, where that matters.
  public var places: [ObjectIdentifier: ContainerPlace]?

  /// The empty list.
  public init() {}

  /// Whether a context is on the list.
  ///
  /// - Complexity: O(length of the list).
  public func contains(_ context: Context) -> Bool { contexts.contains { $0 === context } }

  /// Replaces what is behind a place and says what has changed.
  ///
  /// - Parameters:
  ///   - matched: The place.
  ///   - fresh: The contexts that are behind it now, each held by the container.
  /// - Returns: Who has come and who is gone.
  /// - Complexity: O(number of contexts behind the place), some words for each; if many are gone and
  ///   many have come or moved, some look-ups in sets for each.
  @usableFromInline
  mutating func replaceRest(
    from matched: Int,
    with fresh: ContiguousArray<UncountedContext>
  ) -> StructureEdits {
    if matched == contexts.count { return append(fresh.map(\.context)) }
    // SAFETY: references to objects of a native class are single words, and so is what `fresh` has;
    // they are compared only.
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
    return StructureEdits(added: fresh, isChanged: true)
  }

  private mutating func remove(_ places: [Int], from range: Range<Int>) -> StructureEdits {
    let gone = places.map { contexts[range.lowerBound + $0] }
    if places.count == 1 {
      contexts.remove(at: range.lowerBound + places[0])
    } else {
      // Those in between close up, each moved once.
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
    }
    return StructureEdits(removed: gone, isChanged: true)
  }

  private mutating func insert(
    _ places: [Int],
    of come: ContiguousArray<UncountedContext>.SubSequence,
    into range: Range<Int>
  ) -> StructureEdits {
    let added = places.map { come[$0].context }
    if places.count == come.count {
      contexts.insert(contentsOf: added, at: range.lowerBound)
    } else if places.count == 1 {
      contexts.insert(added[0], at: range.lowerBound + places[0])
    } else {
      contexts.replaceSubrange(range, with: come.lazy.map(\.context))
    }
    return StructureEdits(added: added, isChanged: true)
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

  /// What is in only one of two lists.
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

/// A context that its container holds while it is compared.
///
/// To count each would cost more than to compare it.
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
extension ListRoster: Sendable {}

extension StructureEdits {
  /// Finds those of the added contexts that stand for the same thing as a removed one: they have its
  /// identity and its place.
  ///
  /// Such a context continues the life of the removed one: both leave the edits, and the caller
  /// puts the old one back in the place of the new one.
  ///
  /// - Parameters:
  ///   - former: Where contexts were, where that matters.
  ///   - places: Where contexts are now, where that matters.
  /// - Returns: The contexts to put back, by the contexts they replace.
  mutating func continueByIdentity(
    from former: ContextPlaces?,
    to places: ContextPlaces?
  ) -> [ObjectIdentifier: Context] {
    guard !added.isEmpty, !removed.isEmpty, !ContinuationByIdentity.isSuspended else { return [:] }
    var old: [PlacedIdentity: Context] = [:]
    for context in removed {
      if let identity = identity(of: context) {
        let place = context.layout.declaresIdentity ? former?[ObjectIdentifier(context)] : nil
        old[PlacedIdentity(identity: identity, place: place)] = context
      }
    }
    guard !old.isEmpty else { return [:] }
    var continued: [ObjectIdentifier: Context] = [:]
    let edits = self
    added.removeAll { context in
      guard let identity = edits.identity(of: context) else { return false }
      let place = context.layout.declaresIdentity ? places?[ObjectIdentifier(context)] : nil
      let key = PlacedIdentity(identity: identity, place: place)
      guard let before = old.removeValue(forKey: key), before.layout === context.layout else {
        return false
      }
      continued[ObjectIdentifier(context)] = before
      return true
    }
    let kept = Set(continued.values.lazy.map(ObjectIdentifier.init))
    removed.removeAll { kept.contains(ObjectIdentifier($0)) }
    return continued
  }
}

/// An identity, and where in its container the context with it is.
private struct PlacedIdentity: Hashable {
  let identity: AnyHashable
  let place: ContainerPlace?
}

extension ContextPlaces {
  /// The same places, with the contexts that were put back in place of others.
  func continued(by replacements: [ObjectIdentifier: Context]) -> ContextPlaces {
    guard !replacements.isEmpty else { return self }
    var places: ContextPlaces = [:]
    for (context, place) in self {
      places[replacements[context].map(ObjectIdentifier.init) ?? context] = place
    }
    return places
  }
}
