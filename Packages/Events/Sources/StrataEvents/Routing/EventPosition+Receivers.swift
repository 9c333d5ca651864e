extension EventPosition {
  /// Visits the positions that an audience names, each once, in a fixed order.
  ///
  /// 1. this position;
  /// 2. those above, the nearest first; at the same distance in the order in which they became
  ///    parents;
  /// 3. those below, each after all its parents that are visited; where that leaves a choice, a
  ///    position with everything below it before its next sibling;
  /// 4. those that this one depends on, in the order in which it has come to.
  ///
  /// - Parameters:
  ///   - audience: Whom to visit.
  ///   - body: Receives the position, and where this one stands seen from there.
  /// - Complexity: O(1) for each position above while each has one parent, without allocating; else
  ///   O(*n*) in the positions and connections on the way.
  @inlinable
  @inline(__always)
  public func forEachReceiver(in audience: Audience, _ body: (Self, Audience) -> Void) {
    if audience.contains(.self) { body(self, .self) }
    if audience.contains(.ancestors) {
      forEachAncestor(body)
    } else if audience.contains(.parent) {
      forEachParent(body)
    }
    if audience.contains(.descendants) {
      forEachDescendant(body)
    } else if audience.contains(.children) {
      forEachChild(body)
    }
    if audience.contains(.dependencies) { forEachDependency(besides: audience, body) }
  }

  /// Visits the positions that this one depends on and that an audience does not name already.
  @usableFromInline
  @inline(never)
  func forEachDependency(besides audience: Audience, _ body: (Self, Audience) -> Void) {
    var visited: Set<ObjectIdentifier> = []
    let others = audience.subtracting(.dependencies)
    if !others.isEmpty {
      forEachReceiver(in: others) { position, _ in visited.insert(ObjectIdentifier(position)) }
    }
    for dependency in eventDependencies
    where visited.insert(ObjectIdentifier(dependency)).inserted {
      body(dependency, [.parent, .ancestors])
    }
  }
}
