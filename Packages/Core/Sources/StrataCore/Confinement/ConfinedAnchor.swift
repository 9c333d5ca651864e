public import StrataConcurrency

/// Keeps a tree alive that one isolation domain has to itself, and that therefore takes no lock.
///
/// The anchor cannot be sent: it stays in the actor, or with the thread, that holds it, and the compiler
/// proves it. Who holds it enters with ``withAccess(isolation:_:)``, and inside uses the tree's contexts as
/// those of any tree; each access asks which thread it is on instead of taking the lock. A context of the
/// tree that is used by another thread, or outside, ends the program at that access. (Plain bytes are read
/// without asking, in every tree, and may be read from anywhere.)
///
/// Tasks that the contexts start run inside, too: on the actor in which the tree was last entered, and
/// where there was none, at the end of the next access. A task that is given an executor of its own, or a
/// stream read by a task from elsewhere, is outside. So is a token that cancels something in the tree: let
/// go of it inside.
public final class ConfinedAnchor {
  /// The root of the tree.
  public let root: Context
  private let confinement: Confinement
  private let executor: ConfinedExecutor
  private let tree: Tree
  private var anchor: Anchor?
  /// The actor in which the tree was last entered; told apart without counting it.
  private var home: ObjectIdentifier?

  /// Makes a confined tree of a context and everything below it, and activates it, root first.
  ///
  /// If the context already lives in a tree, or is frozen, that is reported, and the anchor has no
  /// effect: ``withAccess(isolation:_:)`` calls its closure, and the context stays what it is.
  ///
  /// - Parameters:
  ///   - root: A context that is in no tree.
  ///   - callSite: The place to name in reports.
  ///   - isolation: Where the contexts' tasks run: the caller's actor.
  ///   - prepare: Called with the context before it becomes the root.
  /// - Complexity: O(size of the tree).
  public init(
    _ root: Context,
    at callSite: CallSite,
    isolation: (any Actor)? = #isolation,
    prepare: (Context) -> Void = { _ in }
  ) {
    self.root = root
    tree = Tree()
    confinement = Confinement(of: tree.lock, at: callSite)
    executor = ConfinedExecutor(confinement)
    tree.taskExecutor = executor
    home = isolation.map { ObjectIdentifier($0) }
    executor.move(to: isolation)
    anchor = Anchor(root, of: tree, at: callSite, prepare: prepare)
    leave()
  }

  // Inside, for the last time: what ends the tree uses it. Nobody has to leave: the confinement is over.
  deinit {
    _ = confinement.enter()
    anchor = nil
    tree.lock.withLock { tree.taskExecutor = nil }
    confinement.end()
    executor.release()
  }

  /// Calls a closure in which the tree may be used.
  ///
  /// It may be called inside itself. What contexts have started meanwhile begins when the outermost
  /// closure has returned.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor: leave it to the compiler.
  ///   - body: Uses the tree; cannot suspend.
  /// - Returns: What `body` returns. A context among it may only be used inside again.
  /// - Throws: What `body` throws.
  /// - Complexity: O(1): two locked instructions for the outermost call, none for those inside.
  public func withAccess<Result, Failure: Error>(
    isolation: (any Actor)? = #isolation,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard confinement.enter() else { return try body() }
    if let isolation, home != ObjectIdentifier(isolation) {
      home = ObjectIdentifier(isolation)
      executor.move(to: isolation)
    }
    defer { leave() }
    return try body()
  }

  private func leave() {
    confinement.leave()
    executor.runLeftOver()
  }
}

@available(*, unavailable, message: "A confined tree stays in the actor or thread that holds it.")
extension ConfinedAnchor: Sendable {}
