public import StrataConcurrency

/// A value that is computed from slots and from other derived values, and kept until one of them
/// changes.
///
/// ```swift
/// let sum = Derived(of: context, at: .thisLine()) { context.read(a) + context.read(b) }
/// sum.value   // computes
/// sum.value   // does not
/// context.write(a, 5)
/// sum.value   // computes
/// ```
///
/// It is computed when it is read, or when someone watches and a source has changed; at most once for
/// each change; and not at all if what has changed turns out to be equal. What it has read in its
/// last run, and nothing else, are its sources. Whoever reads it sees a value that agrees with all
/// sources as they are at that moment, also in the middle of a round.
///
/// It belongs to a context, and is kept while that lives; before and after, each read computes. The
/// computation must depend on nothing but what it reads, and should not write. It runs on the thread
/// that reads first, outside all locks, while others that read the same wait for it. What it throws is
/// kept as a value is, and thrown again until a source changes.
///
/// All functions may be called from any thread.
@safe
public final class Derived<Value: Sendable, Failure: Error> {
  /// Whose life bounds how long the value is kept.
  public let owner: Context
  /// Where it was made, for reports.
  public let callSite: CallSite
  private let computation: Computation<Value, Failure>
  private var cell: ValueCell<Value, Failure>?
  /// Cells of former lives: a thread that has taken the lock too late may still look at one.
  private var formerCells: [ValueCell<Value, Failure>] = []
  // SAFETY: refers to `cell`, which is let go of no sooner than the handle is.
  @safe @exclusivity(unchecked) @usableFromInline
  private(set) var cellReference: Unmanaged<ValueCell<Value, Failure>>?

  /// Makes a derived value, which is not computed yet, of a computation that gives an outcome.
  ///
  /// - Parameters:
  ///   - owner: Whose life bounds how long the value is kept.
  ///   - callSite: Where to say that it was made.
  ///   - areEqual: Whether two values are the same, so that nobody is told; without it, all differ, as
  ///     two errors do.
  ///   - compute: Gives the value, or the error that reading the value throws.
  @inlinable
  public convenience init(
    of owner: Context,
    at callSite: CallSite,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    outcome compute: @escaping @Sendable () -> Result<Value, Failure>
  ) {
    self.init(of: owner, at: callSite, Computation(areEqual: areEqual, body: compute))
  }

  /// Makes a derived value whose readers bring the closure.
  @inlinable
  package convenience init(
    of owner: Context,
    at callSite: CallSite,
    areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    self.init(of: owner, at: callSite, Computation(areEqual: areEqual, body: nil))
  }

  @usableFromInline
  init(of owner: Context, at callSite: CallSite, _ computation: Computation<Value, Failure>) {
    self.owner = owner
    self.callSite = callSite
    self.computation = computation
  }

  deinit { cell?.giveUp() }

  // Not a `value` that throws `Failure`: this toolchain's compiler crashes at its callers.
  // Inlined, as the computation is: what is generic and not specialised asks the runtime for types at
  // each step, which cost ten times what is left.
  /// What the computation returned or threw; it runs now if that is not known to hold.
  ///
  /// - Complexity: O(1) with one lock pair if it is known to hold; else the sources that may have
  ///   changed, and the computation.
  @inlinable
  public var outcome: Result<Value, Failure> {
    let lock = owner.lock()
    guard let cell = cellReference, isPlain(lock) else { return unusualOutcome(lock) }
    // SAFETY: the cell stays as long as the handle.
    return unsafe cell._withUnsafeGuaranteedRef { cell in
      guard cell.life == owner.parts?.life ?? 0 else { return unusualOutcome(lock) }
      if !cell.condition.isEmpty {
        let refresh = cell.refresh()
        guard case .current = refresh else { return content(of: cell, after: refresh) }
      }
      if TrackingScope.isAnyOpen { TrackingScope.note(cell.context, 0) }
      let content = unsafe cell.content.pointee
      lock.unlock()
      return content
    }
  }

  /// Whether the owner lives and nothing in its tree is to be looked at twice; called with the lock
  /// held.
  @inlinable
  @inline(__always)
  func isPlain(_ lock: LockReference) -> Bool {
    owner.phase.isLive && lock.attention & Attention.transaction == 0
  }

  /// The outcome where there is no cell yet, or a transaction is open, or the owner does not live;
  /// called with the lock held, which is given back.
  @usableFromInline
  func unusualOutcome(_ lock: LockReference) -> Result<Value, Failure> {
    guard keepsValues(lock) else {
      let body = computation.body
      lock.unlock()
      return computed(body)
    }
    let (cell, former) = liveCell()
    if let former {
      lock.unlock()
      former.end()
      return outcome
    }
    if let content = cell.currentContent() {
      lock.unlock()
      return content
    }
    return content(of: cell, after: .walked(DerivedWalk.update(cell)))
  }

  /// The outcome, computed if necessary by a closure that the reader brings.
  ///
  /// - Parameters:
  ///   - isKept: Whether the closure may be kept as long as the value is. One that keeps the tree alive
  ///     must not: it is there while someone reads or watches.
  ///   - body: The closure.
  /// - Returns: What the computation returned or threw.
  package func outcome(
    isKept: Bool,
    computedBy body: @escaping @Sendable () -> Result<Value, Failure>
  ) -> Result<Value, Failure> {
    let lock = owner.lock()
    guard keepsValues(lock) else {
      lock.unlock()
      return DeepStack.run(body)
    }
    let (cell, former) = liveCell()
    // What is watched from now on needs a closure.
    if let content = cell.currentContent(), cell.canEvaluate || !cell.isWatched {
      lock.unlock()
      return content
    }
    cell.beginLoan(body, isKept: isKept)
    if let former {
      lock.unlock()
      former.end()
      cell.tree.lock.lock()
    }
    let content = content(of: cell, after: .walked(DerivedWalk.update(cell)))
    cell.tree.lock.lock()
    let unused = cell.endLoan()
    cell.tree.lock.unlock()
    withExtendedLifetime(unused) {}
    return content
  }

  private func computed(_ body: Computation<Value, Failure>.Body?) -> Result<Value, Failure> {
    guard let body else { preconditionFailure("Derived: read without a closure") }
    return DeepStack.run { body.call() }
  }

  /// Whether what is computed now holds for more than this read; called with the lock held.
  private func keepsValues(_ lock: LockReference) -> Bool {
    owner.phase.isLive && (lock.attention & Attention.transaction == 0 || !owner.tree.showsPast)
  }

  /// The cell of the owner's life; called with the lock held while the owner lives.
  ///
  /// - Returns: The cell, and that of a former life, which is to be ended.
  private func liveCell() -> (ValueCell<Value, Failure>, former: ValueCell<Value, Failure>?) {
    if let cell, cell.life == owner.parts?.life ?? 0, !cell.isEnded { return (cell, nil) }
    let former = cell
    let made = ValueCell<Value, Failure>(
      owner: owner,
      layout: DerivedLayouts.layout(of: Result<Value, Failure>.self, at: callSite),
      callSite: callSite,
      computation: computation
    )
    cell = made
    unsafe cellReference = .passUnretained(made)
    if let former { formerCells.append(former) }
    return (made, former)
  }

  /// The outcome after a walk; called with the lock held, which is given back.
  @usableFromInline
  func content(
    of cell: ValueCell<Value, Failure>,
    after refresh: DerivedRefresh
  ) -> Result<Value, Failure> {
    guard let content = contentIfComputable(of: cell, after: refresh) else {
      preconditionFailure("Derived: read without a closure")
    }
    return content
  }

  /// The outcome after a walk, or `nil` if that needs a closure which the reader has to bring; called with
  /// the lock held, which is given back.
  @usableFromInline
  func contentIfComputable(
    of cell: ValueCell<Value, Failure>,
    after refresh: DerivedRefresh,
    repeats: Int = 0
  ) -> Result<Value, Failure>? {
    var commits: UInt64?
    let outcome =
      switch refresh {
      case .current: WalkOutcome.updated
      case .walked(let outcome): outcome
      case .unusual: DerivedWalk.update(cell)
      }
    switch outcome {
    case .updated:
      let content = cell.updatedContent()
      let isTold = content != nil && cell.isStale && cell.before == nil && cell.isWatched
      // Whoever has just begun to watch would not be told of what has changed meanwhile.
      if isTold { cell.tree.enqueueChange(of: cell) }
      cell.tree.lock.unlock()
      if isTold { cell.tree.deliver() }
      if let content { return content }
    case .apart, .unable:
      let isOthers = cell.before.map { $0.owner != LogicalThread.current } ?? false
      if isOthers, repeats < 100 { commits = cell.tree.lastVersion }
      cell.tree.lock.unlock()
    case .cycle(let cycle):
      let last = cell.lastContent
      cell.tree.lock.unlock()
      let complaint = Complaint.derivedCycle(cycle, hasLast: last != nil)
      guard let last else { complaint.trap() }
      complaint.report(at: callSite)
      return last
    }
    guard let content = cell.computeApart() else { return nil }
    cell.tree.lock.lock()
    // Another thread's transaction, or a write, may have ended between two reads.
    if let commits, commits != cell.tree.lastVersion {
      return contentIfComputable(of: cell, after: .unusual, repeats: repeats + 1)
    }
    if TrackingScope.isAnyOpen { TrackingScope.note(cell.context, 0) }
    cell.tree.lock.unlock()
    TrackingScope.noteValueApart()
    return content
  }

  /// The cell, if there is one; called with the owner's lock held.
  var keptCell: ValueCell<Value, Failure>? { cell }

  /// The context whose only slot has the value, while the owner lives; for those who watch slots.
  package var valueContext: Context? {
    let lock = owner.lock()
    defer { lock.unlock() }
    return owner.phase.isLive ? cell?.context : nil
  }
}

// SAFETY: `cell` is touched only while the owner's lock is held, and by `deinit`.
extension Derived: @unchecked Sendable {}

extension Derived where Failure == Never {
  /// The value, computed now if it is not known to hold.
  ///
  /// - Complexity: As for ``outcome``.
  @inlinable
  public var value: Value { outcome.get() }

  /// Makes a derived value, which is not computed yet.
  ///
  /// - Parameters:
  ///   - owner: Whose life bounds how long the value is kept.
  ///   - callSite: Where to say that it was made.
  ///   - areEqual: Whether two values are the same, so that nobody is told; without it, all differ.
  ///   - compute: Gives the value.
  @inlinable
  public convenience init(
    of owner: Context,
    at callSite: CallSite,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ compute: @escaping @Sendable () -> Value
  ) {
    self.init(of: owner, at: callSite, areEqual: areEqual, outcome: { .success(compute()) })
  }
}

extension Derived where Failure == Never, Value: Equatable {
  /// Makes a derived value, which is not computed yet, and of which nobody is told when it is equal.
  ///
  /// - Parameters:
  ///   - owner: Whose life bounds how long the value is kept.
  ///   - callSite: Where to say that it was made.
  ///   - compute: Gives the value.
  @inlinable
  public convenience init(
    of owner: Context,
    at callSite: CallSite,
    _ compute: @escaping @Sendable () -> Value
  ) {
    self.init(of: owner, at: callSite, areEqual: { $0 == $1 }, outcome: { .success(compute()) })
  }
}

extension Derived where Failure == any Error {
  /// The value, computed now if it is not known to hold.
  ///
  /// - Throws: What the computation throws, or has thrown when it ran last.
  /// - Complexity: As for ``outcome``.
  @inlinable
  public var value: Value {
    get throws { try outcome.get() }
  }
}

extension Derived where Failure == any Error, Value: Equatable {
  /// Makes a derived value, which is not computed yet, of a computation that may throw.
  ///
  /// What it throws is kept as a value is; two errors count as different.
  ///
  /// - Parameters:
  ///   - owner: Whose life bounds how long the value is kept.
  ///   - callSite: Where to say that it was made.
  ///   - compute: Gives the value.
  @inlinable
  public convenience init(
    of owner: Context,
    at callSite: CallSite,
    throwing compute: @escaping @Sendable () throws -> Value
  ) {
    self.init(
      of: owner,
      at: callSite,
      areEqual: { $0 == $1 },
      outcome: { Result { try compute() } }
    )
  }
}
