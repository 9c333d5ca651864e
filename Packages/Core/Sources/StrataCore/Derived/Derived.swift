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
  // SAFETY: refers to `node`, which is released no sooner than the handle.
  @safe @exclusivity(unchecked) @usableFromInline
  private(set) var nodeReference: Unmanaged<ValueNode<Value, Failure>>?
  @usableFromInline let computation: Computation<Value, Failure>
  private var node: ValueNode<Value, Failure>?
  /// The layout of the node's context, which knows the call site.
  private let layout: Layout
  /// Nodes of former incarnations, because a thread that takes the lock after the end may still access one.
  private var formerNodes: [ValueNode<Value, Failure>] = []
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

  deinit { node?.giveUp() }

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
    guard let node = nodeReference, isPlain(lock) else { return slowPathOutcome(lock) }
    // SAFETY: the node lives as long as the handle.
    return unsafe node._withUnsafeGuaranteedRef { node in
      guard node.incarnation == owner.facets?.incarnation ?? 0 else { return slowPathOutcome(lock) }
      if !node.condition.isEmpty {
        let refresh = node.refresh()
        guard case .current = refresh else { return content(of: node, after: refresh) }
      }
      if TrackingScope.isAnyOpen { TrackingScope.note(node) }
      let content = unsafe node.content.pointee
      lock.unlock()
      return content
    }
  }

  /// Whether the owner is alive and its tree has no open transaction; called with the lock held.
  @inlinable
  @inline(__always)
  func isPlain(_ lock: LockReference) -> Bool {
    owner.phase.isLive && lock.flagWord & TreeFlags.transaction == 0
  }

  /// The node of the owner's incarnation; called with the lock held while the owner is alive.
  ///
  /// - Returns: The node, and that of a former incarnation, which is to be ended.
  func liveAttachment() -> (ValueNode<Value, Failure>, former: ValueNode<Value, Failure>?) {
    if let node, node.incarnation == owner.facets?.incarnation ?? 0, !node.isEnded {
      return (node, nil)
    }
    let former = node
    let made = ValueNode<Value, Failure>(
      owner: owner,
      layout: layout,
      computation: computation
    )
    node = made
    unsafe nodeReference = .passUnretained(made)
    if let former { formerNodes.append(former) }
    return (made, former)
  }

  /// The node, if there is one; called with the owner's lock held.
  var knownNode: ValueNode<Value, Failure>? { node }

  /// The context whose only slot stores the value, while the owner is alive; for observers of slots.
  @usableFromInline
  package var valueContext: Context? {
    let lock = owner.lock()
    defer { lock.unlock() }
    return owner.phase.isLive ? node?.context : nil
  }
}

// SAFETY: `node` is accessed only while the owner's lock is held, and by `deinit`.
extension Derived: @unchecked Sendable {}
