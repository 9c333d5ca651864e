extension EventPosition {
  /// Visits the positions that an audience names, each once, in a fixed order.
  ///
  /// 1. this position;
  /// 2. those above, the nearest first; at the same distance in the order in which they became
  ///    parents;
  /// 3. those below, each after all its parents that are visited; where that leaves a choice, a
  ///    position with everything below it before its next sibling.
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
  }
}
