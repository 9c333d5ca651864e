import StrataConcurrency
public import StrataCore

// A dialect makes contexts for itself, such as those of a source's operators, which a test may not even be able
// to name. Their changes are those of their sources. The sources have to be asserted, and a read of a follower
// asserts them.
extension TestScope {
  /// Notes that a context's value follows another's.
  public func context(_ context: Context, didFollow source: Context, isDerived: Bool) {
    let root = source.root
    state.withLock { state in
      state.followed[context.id, default: []].append(WeakContext(source))
      // If the source takes no part in the test, the follower's changes are the only ones.
      if isDerived, let root, state.trees.contains(where: { $0.id == root.id }) {
        state.derived.insert(context.id)
      }
    }
  }

  /// Whether a context's value derives from others of this test alone.
  func isDerived(_ context: Context) -> Bool {
    state.withLock { $0.derived.contains(context.id) }
  }

  /// The sources of a context's value.
  func followed(by context: Context) -> [Context] {
    state.withLock { $0.followed[context.id] ?? [] }.compactMap(\.context)
  }
}
