public import StrataConcurrency

/// A value that is computed from slots and other derived values, and cached until one of them changes.
///
/// ```swift
/// let sum = Derived(of: context, at: .thisLine()) { context.read(a) + context.read(b) }
/// sum.value   // computes
/// sum.value   // does not
/// context.write(a, 5)
/// sum.value   // computes
/// ```
///
/// A read computes it, or a changed source if the value has an observer. It is computed at most once for each change,
/// and not at all if the change turns out to be equal. The reads of its last run are its only sources. A reader gets a
/// value that agrees with all sources in their current state, also in the middle of a round.
///
/// It belongs to a context, and is cached while that is alive; before and after, each read computes. The computation
/// must depend only on its reads, and should not write. It runs on the first thread that reads, outside all locks,
/// while other readers of the value wait. An error is cached as a value is, and thrown again until a source changes.
///
/// All functions may be called from any thread.
@safe
public final class Derived<Value: Sendable, Failure: Error> {
  /// The context that bounds the life of the cached value.
  public let owner: Context
  // In the order of their use, as the fields of the node are.
  // SAFETY: refers to `cell`, which is released no sooner than the handle.
  @safe @exclusivity(unchecked) @usableFromInline
  private(set) var cellReference: Unmanaged<ValueCell<Value, Failure>>?
  @usableFromInline let computation: Computation<Value, Failure>
  private var cell: ValueCell<Value, Failure>?
  /// The layout of the node's context, which knows the call site.
  private let layout: Layout
  /// Nodes of former incarnations, because a thread that takes the lock after the end may still access one.
  private var formerCells: [ValueCell<Value, Failure>] = []
  /// The call site, for reports.
  public var callSite: CallSite { layout.slots[0].declaration ?? .thisLine() }

  /// Makes a derived value, which is not computed yet, from a computation with an outcome.
  ///
  /// - Parameters:
  ///   - owner: The context that bounds the life of the cached value.
  ///   - callSite: The call site, for reports.
  ///   - areEqual: Whether two values are the same, so that no observer is notified; without it, all differ, as two
  ///     errors do.
  ///   - compute: Gives the value, or the error that a read of the value throws.
  @inlinable
  public convenience init(
    of owner: Context,
    at callSite: CallSite,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    outcome compute: @escaping @Sendable () -> Result<Value, Failure>
  ) {
    self.init(of: owner, at: callSite, Computation(areEqual: areEqual, body: compute))
  }

  /// Makes a derived value whose readers provide the closure.
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
    self.computation = computation
    layout = DerivedLayouts.layout(of: Result<Value, Failure>.self, at: callSite)
  }

  deinit { cell?.giveUp() }

  // Not a `value` that throws `Failure`, because this toolchain's compiler crashes at its callers. Inlined, as the
  // computation is, because generic code without specialisation asks the runtime for types at each step, which cost ten
  // times the rest.
  /// The value or error of the computation, which runs now if that is not known to be valid.
  ///
  /// - Complexity: O(1) with one lock pair if it is known to be valid; else the sources that may have changed, and the
  ///   computation.
  @inlinable
  public var outcome: Result<Value, Failure> {
    let lock = owner.lock()
    guard let cell = cellReference, isPlain(lock) else { return unusualOutcome(lock) }
    // SAFETY: the node lives as long as the handle.
    return unsafe cell._withUnsafeGuaranteedRef { cell in
      guard cell.life == owner.parts?.life ?? 0 else { return unusualOutcome(lock) }
      if !cell.condition.isEmpty {
        let refresh = cell.refresh()
        guard case .current = refresh else { return content(of: cell, after: refresh) }
      }
      if TrackingScope.isAnyOpen { TrackingScope.note(cell) }
      let content = unsafe cell.content.pointee
      lock.unlock()
      return content
    }
  }

  /// Whether the owner is alive and its tree has no open transaction; called with the lock held.
  @inlinable
  @inline(__always)
  func isPlain(_ lock: LockReference) -> Bool {
    owner.phase.isLive && lock.attention & Attention.transaction == 0
  }

  /// The node of the owner's incarnation; called with the lock held while the owner is alive.
  ///
  /// - Returns: The node, and that of a former incarnation, which is to be ended.
  func liveCell() -> (ValueCell<Value, Failure>, former: ValueCell<Value, Failure>?) {
    if let cell, cell.life == owner.parts?.life ?? 0, !cell.isEnded { return (cell, nil) }
    let former = cell
    let made = ValueCell<Value, Failure>(
      owner: owner,
      layout: layout,
      computation: computation
    )
    cell = made
    unsafe cellReference = .passUnretained(made)
    if let former { formerCells.append(former) }
    return (made, former)
  }

  /// The node, if there is one; called with the owner's lock held.
  var keptCell: ValueCell<Value, Failure>? { cell }

  /// The context whose only slot stores the value, while the owner is alive; for observers of slots.
  @usableFromInline
  package var valueContext: Context? {
    let lock = owner.lock()
    defer { lock.unlock() }
    return owner.phase.isLive ? cell?.context : nil
  }
}

// SAFETY: `cell` is accessed only while the owner's lock is held, and by `deinit`.
extension Derived: @unchecked Sendable {}
