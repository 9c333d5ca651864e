import StrataConcurrency

/// A context on the path down to another, and the parent's slot that leads to it.
package struct TrailStep {
  package let context: Context
  /// The slot of the step before, which is `nil` for the first.
  package let slot: SlotDescriptor?
  /// That slot's index; zero for the first.
  let index: Int

  init(_ context: Context, at index: Int, of parent: Context) {
    self.context = context
    self.index = index
    slot = parent.layout.slots[index]
  }

  init(top: Context) {
    context = top
    slot = nil
    index = 0
  }
}

extension Context {
  /// The path from an ancestor down to this context, both included; `nil` if there is none.
  ///
  /// It follows the first parents if that leads to the ancestor, else it is a shortest path.
  ///
  /// - Complexity: O(number of ancestors).
  package func trail(from top: Context) -> [TrailStep]? {
    let lock = lock()
    defer { lock.unlock() }
    var steps: [TrailStep] = []
    var context = self
    while context !== top {
      guard let parent = context.parent else { return longTrail(from: top) }
      steps.append(TrailStep(context, at: Int(context.parentSlot), of: parent))
      context = parent
    }
    steps.append(TrailStep(top: top))
    return steps.reversed()
  }

  /// The same along all parents, breadth first; called with the lock held.
  private func longTrail(from top: Context) -> [TrailStep]? {
    var below: [ObjectIdentifier: TrailStep] = [:]
    var next = [self]
    var visited = Set([ObjectIdentifier(self)])
    while !next.isEmpty {
      var above: [Context] = []
      for context in next {
        for (parent, slot) in context.parentPlaces
        where visited.insert(ObjectIdentifier(parent)).inserted {
          below[ObjectIdentifier(parent)] = TrailStep(context, at: slot, of: parent)
          if parent === top { return trail(from: top, by: below) }
          above.append(parent)
        }
      }
      next = above
    }
    return nil
  }

  private func trail(
    from top: Context,
    by below: [ObjectIdentifier: TrailStep]
  ) -> [TrailStep] {
    var steps = [TrailStep(top: top)]
    var context = top
    while context !== self, let step = below[ObjectIdentifier(context)] {
      steps.append(step)
      context = step.context
    }
    return steps
  }
}

@available(*, unavailable)
extension TrailStep: Sendable {}
