import StrataConcurrency
import Synchronization

/// Makes the descendants of contexts that have joined a tree join as well, through all levels.
///
/// A commit makes a new context part of the tree under the lock. Its children follow outside the lock, because
/// identities are user code. Other threads wait for the structural slots of the new context until its children have
/// joined. A context that a thread finds through the tree is therefore part of the tree.
///
/// The exception is a branch in which another thread is changing a slot in place. The traversal waits for that thread, which
/// may read the branch meanwhile. It therefore lets go of all slots first.
struct JoiningTraversal: ~Copyable {
  /// The contexts whose children have not joined, the next one last.
  private var remaining: [Context]
  /// Contexts that have joined below one that another thread has activated.
  private var late: [Context] = []
  /// What is reported when no thread waits any more.
  private var misuse = StructuralCommit()
  /// The trees in which a round was queued.
  private var notified: [Tree] = []

  /// Makes the descendants of some contexts join; called without the lock.
  ///
  /// Iterative, because a tree may be deeper than a thread's stack.
  ///
  /// - Parameter joined: The contexts that have joined, in order.
  /// - Returns: The contexts that the caller has to activate, because nothing else does.
  static func run(below joined: [Context]) -> [Context] {
    guard joined.contains(where: \.layout.hasStructure) else { return [] }
    var traversal = JoiningTraversal(remaining: joined.filter(\.layout.hasStructure).reversed())
    while let context = traversal.remaining.popLast() { traversal.joinChildren(of: context) }
    traversal.misuse.reportMisuse()
    for tree in traversal.notified { tree.deliver() }
    return traversal.late
  }

  private init(remaining: [Context]) {
    self.remaining = remaining
  }

  private mutating func joinChildren(of context: Context) {
    let first = remaining.count
    for slot in context.layout.structuralSlots { joinChildren(of: context, slot: slot) }
    // The first child is next, because a context in several slots belongs to the first of them.
    if remaining.count > first + 1 { remaining[first...].reverse() }
  }

  private mutating func joinChildren(of context: Context, slot: Int) {
    guard checkOut(context, slot) else { return }
    var commit = StructuralCommit()
    var edits = context.layout.slots[slot].operations.reconcile(context, slot: slot)
    edits.prepareToJoin(context, slot: slot, &commit)
    let lock = context.lock()
    context.settle(edits, slot: slot, &commit)
    let tree = context.tree
    let signals = commit.takeSignals()
    if !signals.isEmpty { _ = tree.enqueue(signals) }
    if !signals.isEmpty || commit.hasReaders { notified.append(tree) }
    if !commit.formerTrees.isEmpty { notified += commit.formerTrees }
    if context.phase == .active { late += commit.joined }
    let leftover = context.endCheckOut(slot)
    let waiters = context.takeWaiters(for: slot)
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime(leftover) {}
    for child in commit.joined where child.layout.hasStructure { remaining.append(child) }
    misuse.takeMisuse(of: commit)
  }

  /// Checks a slot out without knowing its type.
  ///
  /// - Returns: Whether its contexts are to join; otherwise nothing is checked out.
  private func checkOut(_ context: Context, _ slot: Int) -> Bool {
    var lock = context.lock()
    var attempt = 0
    while true {
      guard context.phase.isLive else {
        lock.unlock()
        return false
      }
      let flags = unsafe context.headers[slot].flags
      if flags.contains(.joining) {
        if context.isHeldBack(slot) { break }
        // The context has left and returned meanwhile, and the thread that inserted it makes its children join.
        lock.unlock()
        return false
      }
      if flags.isDisjoint(with: [.checkedOut, .held]) { break }
      if attempt == 0 {
        // The other thread may be about to read what this one holds back.
        lock.unlock()
        for next in remaining { next.releaseChildren() }
        context.releaseChildren()
        lock = context.lock()
        attempt = 1
        continue
      }
      context.wait(forSlot: slot, to: "adopt the children of", attempt: &attempt, lock)
      lock = context.lock()
    }
    unsafe context.headers[slot].flags.subtract(.joining)
    unsafe context.headers[slot].flags.formUnion([.checkedOut, .uninitialized])
    unsafe context.headers[slot].holder = ThreadIdentity.current.rawValue
    context.acquireWaiters(for: slot)
    lock.unlock()
    return true
  }
}

extension Context {
  /// Lets other threads wait for the children of this context, which has just joined; called with the lock held.
  ///
  /// A slot that a thread is changing is left to that thread.
  func holdBackChildren() {
    let thread = ThreadIdentity.current.rawValue
    for slot in layout.structuralSlots
    where unsafe headers[slot].flags.isDisjoint(with: [.checkedOut, .uninitialized, .held]) {
      unsafe headers[slot].flags.formUnion([.checkedOut, .joining])
      unsafe headers[slot].holder = thread
    }
  }

  /// Whether other threads wait for a slot until this thread has made its contexts join; called with the lock held.
  func isHeldBack(_ slot: Int) -> Bool {
    guard unsafe headers[slot].flags.contains(.joining) else { return false }
    let holder = unsafe headers[slot].holder
    return holder == ThreadIdentity.current.rawValue || holder == LogicalThread.current.rawValue
  }

  /// Lets other threads have the slots that this thread holds back; called without the lock.
  fileprivate func releaseChildren() {
    let lock = lock()
    defer { lock.unlock() }
    for slot in layout.structuralSlots where isHeldBack(slot) { releaseChildren(inSlot: slot) }
  }

  /// Lets other threads have the slots that any thread holds back, because the context leaves; called with the lock
  /// held.
  func releaseAllChildren() {
    for slot in layout.structuralSlots where unsafe headers[slot].flags.contains(.joining) {
      releaseChildren(inSlot: slot)
    }
  }

  /// Lets other threads have a slot that is held back; called with the lock held.
  func releaseChildren(inSlot slot: Int) {
    unsafe headers[slot].flags.subtract([.checkedOut, .joining])
    unsafe headers[slot].holder = 0
    for waiter in takeWaiters(for: slot) { waiter.wake() }
  }
}
