extension EventPosition {
  @inlinable
  func forEachChild(_ body: (Self, Audience) -> Void) {
    var visited: Set<ObjectIdentifier> = []
    forEachEventChild { child in
      if child.isReachedByManyWays, !visited.insert(ObjectIdentifier(child)).inserted { return }
      body(child, [.parent, .ancestors])
    }
  }

  @inlinable
  func forEachDescendant(_ body: (Self, Audience) -> Void) {
    if let outline = outlineBelow() {
      for index in outline.indices {
        let origin: Audience = outline[index].isChild ? [.parent, .ancestors] : .ancestors
        unsafe outline[index].position._withUnsafeGuaranteedRef { body($0, origin) }
      }
    } else {
      for step in descendantsBelowTheirParents() {
        body(step.position, step.isChild ? [.parent, .ancestors] : .ancestors)
      }
    }
  }

  /// The positions below in the plain order of their outline, or `nil` if one of them is reached by many ways.
  ///
  /// In that case the outline alone does not suffice.
  ///
  /// It has a stack of its own, because trees may be deeper than the thread's.
  @inlinable
  func outlineBelow() -> ContiguousArray<OutlinedPosition<Self>>? {
    // SAFETY: the tree retains its positions during the traversal, see `EventPosition`.
    var outline: ContiguousArray<OutlinedPosition<Self>> = []
    var stack: ContiguousArray<OutlinedPosition<Self>> = []
    var isTree = true
    forEachEventChild { child in
      isTree = isTree && !child.isReachedByManyWays
      unsafe stack.append(OutlinedPosition(position: .passUnretained(child), isChild: true))
    }
    stack.reverse()
    while isTree, let next = stack.popLast() {
      outline.append(next)
      let first = stack.count
      unsafe next.position._withUnsafeGuaranteedRef { position in
        position.forEachEventChild { child in
          isTree = isTree && !child.isReachedByManyWays
          unsafe stack.append(OutlinedPosition(position: .passUnretained(child), isChild: false))
        }
      }
      if stack.count - first > 1 { stack[first...].reverse() }
    }
    return isTree ? outline : nil
  }

  /// The positions below, each after all its parents.
  ///
  /// A traversal leaves a position after all that is below it, so the result is the reverse of the order of leaving.
  /// The traversal takes the last child first: reversed, a tree is then in the plain order of its outline.
  ///
  /// It has a stack of its own, because trees may be deeper than the thread's.
  @inlinable
  func descendantsBelowTheirParents() -> ReversedCollection<[EventStep<Self>]> {
    var left: [EventStep<Self>] = []
    var visited: Set<ObjectIdentifier> = []
    var stack = eventChildren.map { EventStep(position: $0, isChild: true) }
    while var step = stack.popLast() {
      if step.isLeaving {
        left.append(step)
        continue
      }
      if step.position.isReachedByManyWays {
        guard visited.insert(ObjectIdentifier(step.position)).inserted else { continue }
        step.isChild = step.position.eventParents.contains { $0 === self }
      }
      step.isLeaving = true
      stack.append(step)
      for child in step.position.eventChildren {
        stack.append(EventStep(position: child, isChild: false))
      }
    }
    return left.reversed()
  }
}

/// A position in the outline of a tree, not retained.
@safe
@usableFromInline
struct OutlinedPosition<Position: AnyObject> {
  // SAFETY: used during a traversal of the tree, which retains its positions meanwhile.
  @usableFromInline let position: Unmanaged<Position>
  /// Whether it is directly below the position where the traversal began.
  @usableFromInline let isChild: Bool

  @inlinable
  init(position: Unmanaged<Position>, isChild: Bool) {
    unsafe self.position = unsafe position
    self.isChild = isChild
  }
}

@available(*, unavailable)
extension OutlinedPosition: Sendable {}

/// A position on the stack of a traversal downwards.
@usableFromInline
struct EventStep<Position: EventPosition> {
  @usableFromInline let position: Position
  /// Whether it is directly below the position where the traversal began.
  @usableFromInline var isChild: Bool
  /// Whether all positions below it have been visited.
  @usableFromInline var isLeaving = false

  @inlinable
  init(position: Position, isChild: Bool) {
    self.position = position
    self.isChild = isChild
  }
}

@available(*, unavailable)
extension EventStep: Sendable {}
