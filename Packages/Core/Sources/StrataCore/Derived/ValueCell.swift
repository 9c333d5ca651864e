import StrataConcurrency

/// A cell with its value: what the computation returned or threw.
// SAFETY: as for `DerivedCell`; `kept` is touched only while the lock of `tree` is held.
final class ValueCell<Value: Sendable, Failure: Error>: DerivedCell, @unchecked Sendable {
  typealias Content = Result<Value, Failure>

  private let computation: Computation<Value, Failure>
  /// A closure that is there only while someone reads or watches the value.
  private var lentBody: Computation<Value, Failure>.Body?
  /// How many reads are under way that lend it.
  private var loans = 0
  /// The value that threads see for which the open transaction is not theirs.
  private var kept: Content?

  private static var slot: Slot<Content> { Slot(uncheckedIndex: 0) }

  /// Makes a cell; called with the owner's lock held.
  init(
    owner: Context,
    layout: Layout,
    callSite: CallSite,
    computation: Computation<Value, Failure>
  ) {
    self.computation = computation
    let context = Context(layout: layout)
    context.settle(in: owner.tree)
    super.init(context: context, owner: owner, callSite: callSite)
    context.ensuredParts.producer = self
    owner.ensuredParts.derivedCells[ObjectIdentifier(self)] = self
  }

  /// Computes the value, and stores nothing; `nil` if there is no closure.
  func computeApart() -> Content? {
    tree.lock.lock()
    let body = body
    tree.lock.unlock()
    guard let body else { return nil }
    return TrackingScope.run(nil) { body.call() }
  }

  private var body: Computation<Value, Failure>.Body? { computation.body ?? lentBody }

  override var canEvaluate: Bool { body != nil }

  // MARK: Loans

  /// Has a closure until ``endLoan()``; called with the lock held.
  ///
  /// - Parameters:
  ///   - lent: The closure.
  ///   - isKept: Whether it may be kept for good.
  func beginLoan(_ lent: @escaping @Sendable () -> Content, isKept: Bool) {
    loans += 1
    guard computation.body == nil else { return }
    if isKept, runner == nil {
      computation.body = Computation.Body(lent)
    } else if lentBody == nil {
      lentBody = Computation.Body(lent)
    }
  }

  /// Gives the closure back, unless someone watches the value; called with the lock held.
  ///
  /// - Returns: What to release when the lock is given back.
  func endLoan() -> AnyObject? {
    loans -= 1
    return takeUnusedBody()
  }

  override func takeUnusedBody() -> AnyObject? {
    guard loans == 0, runner == nil, lentBody != nil, isEnded || !isWatchedByHolder else {
      return nil
    }
    defer { lentBody = nil }
    return lentBody
  }

  // MARK: Reading

  /// The value, if it is known to hold for a thread; called with the lock held.
  ///
  /// Lets the tracking scope of the thread know.
  @inline(__always)
  func currentContent() -> Content? {
    guard !isStale, runner == nil, !isVolatile, before == nil else {
      return before == nil ? nil : currentContent(for: LogicalThread.current)
    }
    if TrackingScope.isAnyOpen { TrackingScope.note(context, 0) }
    return unsafe context.pointer(to: Self.slot).pointee
  }

  private func currentContent(for thread: ThreadIdentity) -> Content? {
    guard let before else { return nil }
    if before.owner != thread {
      guard !before.isStale, let kept else { return nil }
      if TrackingScope.isAnyOpen { TrackingScope.note(context, 0) }
      return kept
    }
    guard !isStale, runner == nil, !isVolatile else { return nil }
    if TrackingScope.isAnyOpen { TrackingScope.note(context, 0) }
    return unsafe context.pointer(to: Self.slot).pointee
  }

  /// The value that an update has just made current, or the latest if others write without end;
  /// called with the lock held.
  func updatedContent() -> Content? {
    let thread = LogicalThread.current
    if let before, before.owner != thread, before.isStale { return nil }
    guard version != 0 else { return nil }
    if TrackingScope.isAnyOpen { TrackingScope.note(context, 0) }
    if let before, before.owner != thread { return kept }
    return unsafe context.pointer(to: Self.slot).pointee
  }

  /// The value as it is, whether it holds or not; called with the lock held.
  var lastContent: Content? {
    version == 0 ? nil : unsafe context.pointer(to: Self.slot).pointee
  }

  // MARK: Computing

  override func evaluate() -> Bool {
    beginRun()
    // Only the thread that has the claim changes it.
    guard let body else { preconditionFailure("Derived: computed without a closure") }
    let made = DeepStack.run { self.run(body) }
    // Nobody else writes the slot while this thread has the claim.
    let isSame = version != 0 && TrackingScope.run(nil) { isSameAsLast(made) }
    tree.lock.lock()
    var unread = sources.endRun()
    let isStored = !run.isApart && !isEnded && (before.map { $0.owner == run.thread } ?? true)
    var former: Content?
    if isStored {
      former = store(made, isSame: isSame)
    } else {
      isStale = true
      isUnsettled = true
      if isEnded { unread += sources.removeAll() }
    }
    let isTold = noteStaleSource()
    release()
    tree.lock.unlock()
    if isTold { tree.deliver() }
    DerivedSources.removeEdges(unread)
    withExtendedLifetime(former) {}
    return isStored
  }

  private func run(_ body: Computation<Value, Failure>.Body) -> Content {
    TrackingScope.run(self) { body.call() }
  }

  private func isSameAsLast(_ content: Content) -> Bool {
    computation.isSame(unsafe context.pointer(to: Self.slot).pointee, content)
  }

  /// Stores a value; called with the lock held.
  ///
  /// - Returns: What to release when the lock is given back.
  private func store(_ content: Content, isSame: Bool) -> Content? {
    isUnsettled = false
    isVolatile = run.isVolatile
    if isSame { return content }
    defer { version = tree.nextVersion() }
    if version == 0 {
      unsafe context.pointer(to: Self.slot).initialize(to: content)
      unsafe context.headers[0].flags.remove(.absent)
      return nil
    }
    var former = content
    unsafe swap(&context.pointer(to: Self.slot).pointee, &former)
    return former
  }

  // MARK: Transactions and changes

  override func keepValue() { kept = lastContent }

  override func takeKeptValue() -> Any? {
    defer { kept = nil }
    return kept
  }

  override func makeChange(since version: UInt64) -> (any PendingChange)? {
    DerivedChange(cell: self, since: version)
  }

  /// A copy of the value and its version.
  func snapshot() -> (content: Content, version: UInt64)? {
    tree.lock.lock()
    defer { tree.lock.unlock() }
    return lastContent.map { ($0, version) }
  }
}

/// What a round has to say of a derived value: whether it differs is found out when its turn comes.
final class DerivedChange<Value: Sendable, Failure: Error>: PendingChange {
  private let cell: ValueCell<Value, Failure>
  private let formerVersion: UInt64
  private var new: Result<Value, Failure>?

  init(cell: ValueCell<Value, Failure>, since version: UInt64) {
    self.cell = cell
    formerVersion = version
  }

  var context: Context { cell.context }
  var slot: Int { 0 }
  var edits: StructureEdits?
  var isOfDerivedValue: Bool { true }
  var isForced = false
  var versionBefore: UInt64?
  var versionAfter: UInt64 = 0

  /// Brings the value up to date; asked by the thread that delivers.
  var isSignificant: Bool {
    let outcome = DerivedWalk.update(cell)
    let tree = cell.tree
    tree.lock.lock()
    defer { tree.lock.unlock() }
    // What a transaction has touched is told of when that ends.
    guard !cell.isEnded, cell.before == nil else { return false }
    new = cell.lastContent
    // Only a read brings the closure: whoever watches has to look.
    if case .unable = outcome { return true }
    if cell.isStale { tree.enqueueChange(of: cell) }
    return cell.version != formerVersion
  }

  func copyOld(to memory: UnsafeMutableRawPointer) -> Bool { false }

  func captureNewValue() {}

  func withChange(round: UInt64, cause: Cause?, _ body: (borrowing Change) -> Void) {
    guard let new else { return }
    unsafe withUnsafePointer(to: new) { new in
      body(
        unsafe Change(
          context: context,
          slot: 0,
          round: round,
          cause: cause,
          edits: nil,
          old: nil,
          new: new
        )
      )
    }
  }
}
