extension EventPosition {
  @inlinable
  func forEachChild(_ body: (Self, Audience) -> Void) {
    var visited: Set<ObjectIdentifier> = []
    for child in eventChildren {
      if child.isReachedByManyWays, !visited.insert(ObjectIdentifier(child)).inserted { continue }
      body(child, [.parent, .ancestors])
    }
  }

  @inlinable
  func forEachDescendant(_ body: (Self, Audience) -> Void) {
    for step in descendantsBelowTheirParents() {
      body(step.position, step.isChild ? [.parent, .ancestors] : .ancestors)
    }
  }

  /// The positions below, each after all its parents.
  ///
  /// A walk leaves a position after all that is below it, so the reverse of the order of leaving is
  /// what is wanted. The walk takes the last child first: reversed, a tree is then in the plain
  /// order of its outline.
  ///
  /// With a stack of its own: trees may be deeper than the thread's.
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

/// A position on the stack of a walk downwards.
@usableFromInline
struct EventStep<Position: EventPosition> {
  @usableFromInline let position: Position
  /// Whether it is directly below where the walk began.
  @usableFromInline var isChild: Bool
  /// Whether all that is below it has been walked.
  @usableFromInline var isLeaving = false

  @inlinable
  init(position: Position, isChild: Bool) {
    self.position = position
    self.isChild = isChild
  }
}

@available(*, unavailable)
extension EventStep: Sendable {}
