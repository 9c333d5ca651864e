public import StrataConcurrency

/// Keeps a tree alive that one isolation domain has to itself, and lets it lock the tree once for many
/// accesses.
///
/// The anchor cannot be sent: it stays in the actor, or with the thread, that holds it, and the compiler
/// proves it. Inside ``withAccess(_:)`` each access to the tree asks which thread it is on, where it would
/// lock and unlock otherwise. Contexts may be used outside as well, by tasks that they have started or by
/// anyone who has a handle: such an access takes the lock, and waits while the tree is in use inside.
///
/// In all else the tree is as one that an ``Anchor`` keeps.
public final class ConfinedAnchor {
  /// The root of the tree.
  public let root: Context
  private let anchor: Anchor
  /// The tree, unless the root lives elsewhere.
  private let tree: Tree?

  /// Makes a tree of a context and everything below it, and activates it, root first.
  ///
  /// If the context already lives in a tree, or is frozen, that is reported, and the anchor has no
  /// effect: ``withAccess(_:)`` calls its closure, and the context stays where it is.
  ///
  /// - Parameters:
  ///   - root: A context that is in no tree.
  ///   - callSite: The place to name in reports.
  ///   - prepare: Called with the context before it becomes the root.
  /// - Complexity: O(size of the tree).
  public init(_ root: Context, at callSite: CallSite, prepare: (Context) -> Void = { _ in }) {
    self.root = root
    anchor = Anchor(root, at: callSite, prepare: prepare)
    tree = anchor.isEffective ? root.tree : nil
  }

  /// Calls a closure inside which the tree is locked once for all that it does.
  ///
  /// It may be called inside itself. Where the closure has to wait for another thread in the tree (one that
  /// is changing a value in place, or has a transaction open), that one goes on meanwhile.
  ///
  /// - Parameter body: Uses the tree. Must not wait, by means of its own, for a thread that uses the tree.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  /// - Complexity: O(1): one lock pair, none for a call inside another.
  public func withAccess<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let tree else { return try body() }
    return try tree.lock.holding(body)
  }
}

@available(*, unavailable, message: "A confined tree stays in the actor or thread that holds it.")
extension ConfinedAnchor: Sendable {}
