import StrataConcurrency
public import StrataCore

// A dialect makes contexts for itself, such as those of a source's operators, which a test may not even be able
// to name. Their changes are those of what they follow: that has to be asserted, and a read of a follower
// asserts it.
extension TestScope {
  /// Notes that a context's value follows another's.
  public func context(_ context: Context, didFollow source: Context, isDerived: Bool) {
    let root = source.root
    state.withLock { state in
      state.followed[context.id, default: []].append(WeakContext(source))
      // Where what is followed takes no part in the test, the follower's changes are the only ones.
      if isDerived, let root, state.trees.contains(where: { $0.isTree(of: root) }) {
        state.derived.insert(context.id)
      }
    }
  }

  /// Whether a context's value is made of others' of this test alone.
  func isDerived(_ context: Context) -> Bool {
    state.withLock { $0.derived.contains(context.id) }
  }

  /// What the value of a context follows.
  func followed(by context: Context) -> [Context] {
    state.withLock { $0.followed[context.id] ?? [] }.compactMap(\.context)
  }
}
