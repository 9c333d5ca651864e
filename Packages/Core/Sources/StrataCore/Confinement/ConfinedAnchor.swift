public import StrataConcurrency

/// Keeps a tree alive that one isolation domain has to itself, and lets it lock the tree once for many accesses.
///
/// The compiler proves that the anchor stays in one actor or thread, because it cannot be sent. Inside
/// ``withAccess(_:)`` each access to the tree compares threads instead of locking and unlocking. Contexts may also be
/// used outside, by tasks that they have started or by any owner of a handle. Such an access takes the lock, and waits
/// while the tree is in use inside.
///
/// In all other respects the tree behaves like one with an ``Anchor``.
public final class ConfinedAnchor {
  /// The root of the tree.
  public let root: Context
  private let anchor: Anchor
  /// The tree, unless the root belongs to another tree.
  private let tree: Tree?

  /// Makes a tree of a context and everything below it, and activates it, root first.
  ///
  /// A context that already belongs to a tree, or is frozen, is reported, and the anchor has no effect. The context
  /// stays where it is, and ``withAccess(_:)`` only calls its closure.
  ///
  /// - Parameters:
  ///   - root: A context that is in no tree.
  ///   - callSite: The call site, for reports.
  ///   - prepare: Called with the context before it becomes the root.
  /// - Complexity: O(size of the tree).
  public init(_ root: Context, at callSite: CallSite, prepare: (Context) -> Void = { _ in }) {
    self.root = root
    anchor = Anchor(root, at: callSite, prepare: prepare)
    tree = anchor.isEffective ? root.tree : nil
  }

  /// Calls a closure during which the tree is locked once for all accesses.
  ///
  /// Calls may be nested. The closure may have to wait in the tree for another thread that changes a value in place or
  /// has a transaction open. That thread can proceed meanwhile.
  ///
  /// - Parameter body: Uses the tree. Must not itself wait for a thread that uses the tree.
  /// - Returns: The result of `body`.
  /// - Throws: Any error that `body` throws.
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
