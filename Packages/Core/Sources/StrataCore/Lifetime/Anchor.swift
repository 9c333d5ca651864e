public import StrataConcurrency
import Synchronization

/// Keeps a tree alive, which ends when its anchor is released.
///
/// Store it where the program owns the tree. Handles of contexts do not keep the tree alive, so a callback or a task
/// may capture them freely. A closure that captures the anchor, and that the tree itself retains, keeps the tree alive
/// forever.
public final class Anchor: Sendable {
  /// The root of the tree.
  public let root: Context

  /// Makes a tree of a context and its descendants, and activates it, root first.
  ///
  /// A context that already belongs to a tree, or is frozen, is reported at the caller's line, and the anchor has no
  /// effect.
  ///
  /// - Parameters:
  ///   - root: A context that is in no tree.
  ///   - fileID: The caller's file. This and the next three parameters are the call site for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Complexity: O(size of the tree).
  public convenience init(
    _ root: Context,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      root,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Makes a tree of a context and its descendants, and activates it, root first.
  ///
  /// A context that already belongs to a tree, or is frozen, is reported, and the anchor has no effect.
  ///
  /// - Parameters:
  ///   - root: A context that is in no tree.
  ///   - callSite: The call site for reports.
  ///   - prepare: Called with the context before it becomes the root, if it is in no tree. A context that has left a
  ///     tree no longer has the data from there.
  /// - Complexity: O(size of the tree).
  public init(
    _ root: Context,
    at callSite: CallSite,
    prepare: (Context) -> Void = { _ in }
  ) {
    self.root = root
    isEffective = root.becomeRoot(at: callSite, TreeObserving.current, prepare)
  }

  /// Makes a tree of a context, which observers from elsewhere see as well.
  ///
  /// - Parameters:
  ///   - root: A context that is in no tree.
  ///   - callSite: The call site for reports.
  ///   - observers: The observers that surround the place where the context was made.
  /// - Complexity: O(size of the tree).
  @_spi(Strata)
  public init(_ root: Context, at callSite: CallSite, seenBy observers: SurroundingTreeObservers) {
    self.root = root
    isEffective = root.becomeRoot(at: callSite, observers.withCurrent) { _ in }
  }

  let isEffective: Bool

  deinit {
    if isEffective { root.endTree() }
  }
}

extension Context {
  /// Makes this context the root of a new tree.
  ///
  /// - Returns: Whether it has become the root.
  fileprivate func becomeRoot(
    at callSite: CallSite,
    _ observers: [any TreeObserver],
    _ prepare: (Context) -> Void
  ) -> Bool {
    guard prepareToJoin({ _ in }) else {
      Diagnostic.anchoredAfterRelease(layout.name).report(at: callSite)
      return false
    }
    if phase == .detached { prepare(self) }
    let wishes = observers.map(ObserverWishes.init)
    let tree = Tree(structure: TransactionStructure.self)
    tree.lock.lock()
    let pattern = guardLock.load(ordering: .acquiring)
    guard Tree.isDetachedLock(pattern) else {
      tree.lock.unlock()
      Diagnostic.anchoredTwice(layout.name).report(at: callSite)
      return false
    }
    let detached = LockReference(unsafeBitPattern: pattern)
    detached.lock()
    guard guardLock.load(ordering: .relaxed) == pattern, phase == .detached else {
      let phase = phase
      detached.unlock()
      tree.lock.unlock()
      let diagnostic: Diagnostic =
        phase == .frozen ? .anchoredFrozen(layout.name) : .anchoredTwice(layout.name)
      diagnostic.report(at: callSite)
      return false
    }
    tree.root = ContextLink(self)
    for wish in wishes { tree.add(wish) }
    wakeWaitersBeforeMoving()
    tree.isStarting = true
    self.tree = tree
    guardLock.store(tree.lock.bitPattern, ordering: .releasing)
    let hasReaders = enterLifetime()
    detached.unlock()
    tree.lock.unlock()
    let late = JoiningTraversal.run(below: [self])
    TrackingScope.suspended {
      for observer in observers { observer.treeWillActivate(self, anchoredAt: callSite) }
    }
    activate()
    Context.activate(late)
    tree.lock.withLock { tree.isStarting = false }
    if hasReaders { tree.deliver() }
    return true
  }

  fileprivate func endTree() {
    notifyTreeObservers { $0.treeWillEnd(self) }
    var commit = StructuralCommit()
    let lock = lock()
    let tree = tree
    close(&commit)
    tree.root = ContextLink(nil)
    commit.ticket = tree.enqueue([], departed: commit.departed, isReady: false)
    lock.unlock()
    tree.finish(commit)
  }
}
