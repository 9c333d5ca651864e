extension Context {
  /// Appends this context to its parent's list of children; called with the lock held.
  ///
  /// The list is in order of arrival. `previousSibling` of the first child is the last one, so that appending needs no
  /// traversal and no second pointer in the parent:
  ///
  ///     parent.firstChild -> a <-> b <-> c -> nil
  ///                          a.previousSibling == c
  func link(below parent: Context) {
    let link = ContextLink(self)
    parentLink = ContextLink(parent)
    nextSiblingLink = ContextLink(nil)
    guard !parent.firstChildLink.isNone else {
      parent.firstChildLink = link
      previousSiblingLink = link
      return
    }
    parent.firstChildLink.with { first in
      previousSiblingLink = first.previousSiblingLink
      first.previousSiblingLink.with { $0.nextSiblingLink = link }
      first.previousSiblingLink = link
    }
  }

  /// The parent that the context had before it lost the last one.
  ///
  /// A context without a parent is in no list of siblings, so this needs no memory of its own. It is uncounted within
  /// the critical section in which the parent is lost. A closed context counts it.
  var formerParentLink: ContextLink {
    get { previousSiblingLink }
    set { previousSiblingLink = newValue }
  }

  /// Removes this context from its parent's list of children; called with the lock held.
  func unlink() {
    // An attached context is in no list.
    guard !isHosted else { return clearSiblingLinks() }
    let (previous, next) = (previousSiblingLink, nextSiblingLink)
    parentLink.with { parent in
      if parent.firstChildLink.leads(to: self) {
        parent.firstChildLink = next
      } else {
        previous.with { $0.nextSiblingLink = next }
      }
      (next.isNone ? parent.firstChildLink : next).with { $0.previousSiblingLink = previous }
    }
    clearSiblingLinks()
  }

  private func clearSiblingLinks() {
    if !parentLink.isNone { formerParentLink = parentLink }
    parentLink = ContextLink(nil)
    nextSiblingLink = ContextLink(nil)
  }

  /// Removes all children whose first parent this is from the list, in order; called with the lock held.
  func unlinkChildren(_ body: (Context) -> Void) {
    var next = firstChildLink
    firstChildLink = ContextLink(nil)
    while !next.isNone {
      next.with { child in
        next = child.nextSiblingLink
        child.clearSiblingLinks()
        body(child)
      }
    }
  }

  /// Calls a closure with each child in the order of ``linkedChildren``, without counting; called with the lock held.
  func forEachLinkedChild(_ body: (Context) -> Void) {
    var next = firstChildLink
    while !next.isNone {
      next.with { child in
        next = child.nextSiblingLink
        body(child)
      }
    }
    facets?.adoptedChildren.forEachUncounted(body)
  }

  /// The children whose first parent this is, in order of arrival, then the adopted ones; called
  /// with the lock held.
  var linkedChildren: [Context] {
    var children: [Context] = []
    forEachLinkedChild { children.append($0) }
    return children
  }

  /// Whether a slot of a context contains this one as a child; called with the lock held.
  func isChild(of parent: Context, slot: Int) -> Bool {
    if parentLink.leads(to: parent), Int(parentSlot) == slot { return true }
    return facets?.otherParents.contains { $0.parent === parent && Int($0.slot) == slot } ?? false
  }

  /// The parents, each with the slot that contains this context; called with the lock held.
  ///
  /// The slot is ``hostedSlot`` where the context is attached to the parent.
  var parentPlaces: [(parent: Context, slot: Int)] {
    var places: [(parent: Context, slot: Int)] = []
    if let parent { places.append((parent, Int(parentSlot))) }
    for link in facets?.otherParents ?? [] {
      if let parent = link.parent { places.append((parent, Int(link.slot))) }
    }
    return places
  }

  /// Whether this context is in the subtree of another, itself included; called with the lock held.
  ///
  /// - Complexity: O(number of ancestors); each is visited once, however many paths lead to it.
  func isBelow(_ ancestor: Context) -> Bool {
    var next: [Context] = [self]
    var visited: Set<ObjectIdentifier> = []
    while let context = next.popLast() {
      if context === ancestor { return true }
      if let parent = context.parent { next.append(parent) }
      // Two paths can only meet again at a context with several parents or at its ancestors.
      if let others = context.facets?.otherParents, !others.isEmpty {
        guard visited.insert(ObjectIdentifier(context)).inserted else { continue }
        next += others.compactMap(\.parent)
      }
    }
    return false
  }

  /// This context and its linked descendants, each once, parents first; called with the lock held.
  var linkedSubtree: [Context] {
    guard layout.hasStructure, phase.isLive else { return [self] }
    var subtree: [Context] = []
    var remaining: [Context] = [self]
    var shared: Set<ObjectIdentifier> = []
    while let context = remaining.popLast() {
      // Only a context with several parents can be met again.
      if let facets = context.facets, facets.hasOtherParents {
        guard shared.insert(ObjectIdentifier(context)).inserted else { continue }
      }
      subtree.append(context)
      if context.layout.hasStructure { remaining += context.linkedChildren.reversed() }
    }
    return subtree
  }

  /// The slot number of a context that no slot stores.
  static let hostedSlot = UInt16.max

  /// Whether this context is attached to its parent instead of being in one of its slots; called with the lock held.
  var isHosted: Bool { parentSlot == Self.hostedSlot }
}
