extension Context {
  /// Appends this context to its parent's list of children; called with the lock held.
  ///
  /// The list is in order of arrival. `previousSibling` of the first child is the last, so that
  /// appending needs no walk and no second pointer in the parent:
  ///
  ///     parent.firstChild -> a <-> b <-> c -> nil
  ///                          a.previousSibling == c
  func link(below parent: Context) {
    self.parent = parent
    nextSibling = nil
    if let first = parent.firstChild, let last = first.previousSibling {
      last.nextSibling = self
      previousSibling = last
      first.previousSibling = self
    } else {
      parent.firstChild = self
      previousSibling = self
    }
  }

  /// Takes this context out of its parent's list of children; called with the lock held.
  func unlink() {
    guard let parent, let previous = previousSibling else { return }
    if parent.firstChild === self {
      parent.firstChild = nextSibling
      nextSibling?.previousSibling = previous
    } else {
      previous.nextSibling = nextSibling
      if let next = nextSibling {
        next.previousSibling = previous
      } else {
        parent.firstChild?.previousSibling = previous
      }
    }
    self.parent = nil
    nextSibling = nil
    previousSibling = nil
  }

  /// The children whose first parent this is, in order of arrival, then the adopted ones; called
  /// with the lock held.
  var linkedChildren: [Context] {
    var children: [Context] = []
    var child = firstChild
    while let current = child {
      children.append(current)
      child = current.nextSibling
    }
    if let adopted = parts?.adoptedChildren { children += adopted }
    return children
  }

  /// Whether a slot of a context is among those that hold this one; called with the lock held.
  func isChild(of parent: Context, slot: Int) -> Bool {
    if self.parent === parent, Int(parentSlot) == slot { return true }
    return parts?.otherParents.contains { $0.parent === parent && Int($0.slot) == slot } ?? false
  }

  /// Whether this context is in the subtree of another, or is it; called with the lock held.
  ///
  /// - Complexity: O(number of ancestors); each is visited once however many ways lead to it.
  func isBelow(_ ancestor: Context) -> Bool {
    var next: [Context] = [self]
    var visited: Set<ObjectIdentifier> = []
    while let context = next.popLast() {
      if context === ancestor { return true }
      if let parent = context.parent { next.append(parent) }
      // Two ways can only meet again behind a context with several parents or its ancestors.
      if let others = context.parts?.otherParents, !others.isEmpty {
        guard visited.insert(ObjectIdentifier(context)).inserted else { continue }
        next += others.compactMap(\.parent)
      }
    }
    return false
  }
}
