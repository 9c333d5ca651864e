extension EventPosition {
  @inlinable
  func forEachParent(_ body: (Self, Audience) -> Void) {
    var seen: [Self] = []
    for parent in eventParents where !seen.contains(where: { $0 === parent }) {
      seen.append(parent)
      body(parent, [.children, .descendants])
    }
  }

  @inlinable
  @inline(__always)
  func forEachAncestor(_ body: (Self, Audience) -> Void) {
    // SAFETY: the tree retains its positions during the traversal, see `onlyEventParent`.
    var position = unsafe Unmanaged.passUnretained(self)
    var origin: Audience = [.children, .descendants]
    while let parent = unsafe position._withUnsafeGuaranteedRef({ unsafe $0.onlyEventParent }) {
      unsafe parent._withUnsafeGuaranteedRef { body($0, origin) }
      unsafe position = parent
      origin = .descendants
    }
    unsafe position._withUnsafeGuaranteedRef { last in
      if last.isReachedByManyWays { last.forEachAncestorByLevels(origin: origin, body) }
    }
  }

  /// The positions above one that has several parents, level by level.
  ///
  /// From here on every position may be reached again, also one with a single child that is known.
  @usableFromInline
  func forEachAncestorByLevels(origin: Audience, _ body: (Self, Audience) -> Void) {
    var origin = origin
    var visited: Set<ObjectIdentifier> = []
    var level = [self]
    while !level.isEmpty {
      var next: [Self] = []
      for position in level {
        for parent in position.eventParents
        where visited.insert(ObjectIdentifier(parent)).inserted {
          next.append(parent)
        }
      }
      for position in next { body(position, origin) }
      level = next
      origin = .descendants
    }
  }
}
