import StrataConcurrency
import Synchronization

// The last handlers of a model still reach everything that the model reached while it was alive: its dependencies, its
// environment and its ancestors. A context that is closed with handlers to run therefore keeps its former parent until
// its incarnation is finished. One that moves below a new context keeps it until it has its new position.

extension Context {
  /// The first parent, or the last one before the end; called with the lock held.
  ///
  /// A former parent that has begun another incarnation elsewhere does not count.
  var placeLink: ContextLink {
    if !parentLink.isNone || !(phase == .sealed || phase.isLive) { return parentLink }
    // The root of a tree has none. For a context that is moving, the commit retains the former parent.
    let link = formerParentLink
    var isHere = false
    link.with {
      isHere =
        $0.guardLock.load(ordering: .relaxed) == guardLock.load(ordering: .relaxed)
    }
    return isHere ? link : ContextLink(nil)
  }

  /// Decides whether a context that is being closed keeps its former parent; called with the lock held.
  func keepFormerPlace(_ isKept: Bool) {
    // SAFETY: balanced by `takeFormerPlace`, before the incarnation is finished or another begins.
    if isKept, let parent = unsafe formerParentLink.reference {
      _ = unsafe parent.retain()
    } else {
      formerParentLink = ContextLink(nil)
    }
  }

  /// Takes the former parent out of a closed context; called with the lock held.
  ///
  /// - Returns: The parent, to be released without the lock.
  func takeFormerPlace() -> Context? {
    defer { formerParentLink = ContextLink(nil) }
    return unsafe formerParentLink.reference?.takeRetainedValue()
  }

  /// The highest known ancestor of this context; called with the lock held.
  private var topOfPlace: ContextLink {
    var top = ContextLink(self)
    var next = placeLink
    while !next.isNone {
      top = next
      top.with { next = $0.placeLink }
    }
    return top
  }

  /// The root of the tree of this context, also while it is ending; called with the lock held.
  var rootOfPlace: Context? {
    guard !phase.isLive else { return tree.root.context }
    guard phase == .sealed, let top = topOfPlace.context else { return nil }
    // The tree has ended with its root, or the root is still alive.
    return top.phase.isLive || (top.phase == .sealed && tree.root.isNone) ? top : nil
  }

  /// The parents, or the former one for a context that is ending; called with the lock held.
  var places: [Context] {
    var places: [Context] = []
    if let first = placeLink.context { places.append(first) }
    if let others = facets?.otherParents { places += others.compactMap(\.parent) }
    return places
  }

  /// Visits this context and its ancestors once, the nearest first; called with the lock held.
  ///
  /// At equal distance the order is that of the parents' arrival.
  func forEachUpwards(_ body: (Context) -> Void) {
    _ = firstUpwards { context -> Never? in
      body(context)
      return nil
    }
  }

  /// The first result of a closure at this context or an ancestor, in the order of ``forEachUpwards(_:)``; called with
  /// the lock held.
  ///
  /// - Parameter find: Returns a result, or `nil` to go on.
  /// - Returns: The first result, or `nil`.
  func firstUpwards<Found>(_ find: (Context) -> Found?) -> Found? {
    var found: Found?
    var next = ContextLink(self)
    while !next.isNone {
      next.with { context in
        found = find(context)
        next = found == nil ? context.placeLink : ContextLink(nil)
        guard found == nil, let facets = context.facets, facets.hasOtherParents else { return }
        next = ContextLink(nil)
        found = context.firstAncestorByLevels(find)
      }
    }
    return found
  }

  private func firstAncestorByLevels<Found>(_ find: (Context) -> Found?) -> Found? {
    var visited: Set<ObjectIdentifier> = []
    var level = [self]
    while !level.isEmpty {
      var above: [Context] = []
      for context in level {
        for parent in context.places where visited.insert(ObjectIdentifier(parent)).inserted {
          above.append(parent)
        }
      }
      for context in above {
        if let found = find(context) { return found }
      }
      level = above
    }
    return nil
  }
}
