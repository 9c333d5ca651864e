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
  @usableFromInline let computation: Computation<Value, Failure>
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

  /// The cell of the owner's life; called with the lock held while the owner lives.
  ///
  /// - Returns: The cell, and that of a former life, which is to be ended.
  func liveCell() -> (ValueCell<Value, Failure>, former: ValueCell<Value, Failure>?) {
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
