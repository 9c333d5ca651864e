/// The data about a slot, with the derived values that have read it.
final class DependentEdges: SlotEdges {
  @safe @exclusivity(unchecked) var list = DependentList()

  override func cut() {
    list = DependentList()
    super.cut()
  }

  override func mark(in tree: Tree) -> WatchedMarks { tree.mark(list) }

  override func touch(in tree: Tree) { tree.touch(list) }
}

extension SlotEdges {
  /// The same, with the dependents.
  @inline(__always)
  final var dependents: DependentEdges {
    // SAFETY: contexts store no other kind.
    unsafe unsafeDowncast(self, to: DependentEdges.self)
  }
}
