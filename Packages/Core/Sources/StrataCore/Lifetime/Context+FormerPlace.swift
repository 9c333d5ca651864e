import StrataConcurrency
import Synchronization

// What a model could reach while it lived, its last handlers still reach: the dependencies and the
// environment of its place, and the models above it. So a context that is sealed while handlers are to
// run keeps its former parent until its life is finished.

extension Context {
  /// The parent that the context had before it lost the last one.
  ///
  /// One that has no parent is in no list of siblings, so this needs no memory of its own. Not counted
  /// within the critical section in which the parent is lost; a sealed context counts it.
  var formerParentLink: ContextLink {
    get { previousSiblingLink }
    set { previousSiblingLink = newValue }
  }

  /// Where the context is, or was when its life ended: the first parent; called with the lock held.
  ///
  /// A former parent that has begun anew elsewhere is nobody's place any more.
  var placeLink: ContextLink {
    if !parentLink.isNone || phase != .sealed { return parentLink }
    let link = formerParentLink
    var isHere = false
    link.with {
      isHere =
        $0.guardLock.load(ordering: .relaxed) == guardLock.load(ordering: .relaxed)
    }
    return isHere ? link : ContextLink(nil)
  }

  /// Decides whether a context that is being sealed knows its former parent from now on; called with the
  /// lock held.
  func keepFormerPlace(_ isKept: Bool) {
    // SAFETY: balanced by `takeFormerPlace`, before the life is finished or begins anew.
    if isKept, let parent = unsafe formerParentLink.reference {
      _ = unsafe parent.retain()
    } else {
      formerParentLink = ContextLink(nil)
    }
  }

  /// Takes the former parent out of a sealed context; called with the lock held.
  ///
  /// - Returns: The parent, to be released without the lock.
  func takeFormerPlace() -> Context? {
    defer { formerParentLink = ContextLink(nil) }
    return unsafe formerParentLink.reference?.takeRetainedValue()
  }

  /// The highest context that is known above this one; called with the lock held.
  private var topOfPlace: ContextLink {
    var top = ContextLink(self)
    var next = placeLink
    while !next.isNone {
      top = next
      top.with { next = $0.placeLink }
    }
    return top
  }

  /// The root of the tree that the context lives in, or in which it is ending; called with the lock held.
  var rootOfPlace: Context? {
    guard !phase.isLive else { return tree.root.context }
    guard phase == .sealed, let top = topOfPlace.context else { return nil }
    // The tree has ended with its root, or that is still there.
    return top.phase.isLive || (top.phase == .sealed && tree.root.isNone) ? top : nil
  }

  /// The parents, the former one for a context that is ending; called with the lock held.
  var places: [Context] {
    var places: [Context] = []
    if let first = placeLink.context { places.append(first) }
    if let others = parts?.otherParents { places += others.compactMap(\.parent) }
    return places
  }

  /// Calls a closure with this context and all above it, each once, the nearest first; at the same
  /// distance in the order in which they became parents; called with the lock held.
  func forEachUpwards(_ body: (Context) -> Void) {
    _ = firstUpwards { context -> Never? in
      body(context)
      return nil
    }
  }

  /// What a closure finds at this context or above it, in the order of ``forEachUpwards(_:)``; called
  /// with the lock held.
  ///
  /// - Parameter find: Gives what is looked for, or `nil` to go on.
  /// - Returns: What was found first, or `nil`.
  func firstUpwards<Found>(_ find: (Context) -> Found?) -> Found? {
    var found: Found?
    var next = ContextLink(self)
    while !next.isNone {
      next.with { context in
        found = find(context)
        next = found == nil ? context.placeLink : ContextLink(nil)
        guard found == nil, let parts = context.parts, !parts.otherParents.isEmpty else { return }
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
