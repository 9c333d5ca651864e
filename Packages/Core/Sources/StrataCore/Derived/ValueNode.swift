public import StrataConcurrency

/// A derived node with its value: the outcome of the computation.
// SAFETY: as for `DerivedNode`; `past` is accessed only while the lock of `tree` is held.
@safe
@usableFromInline
final class ValueNode<Value: Sendable, Failure: Error>: DerivedNode, @unchecked Sendable {
  @usableFromInline typealias Content = Result<Value, Failure>

  // Nothing here is as large as the value, so the fields have fixed offsets for every type.
  // SAFETY: the initializer has stored it.
  /// The same as ``DerivedNode/stored``, with its type.
  @inlinable
  var computation: Computation<Value, Failure> {
    @inline(__always) get { unsafe unsafeDowncast(stored, to: Computation<Value, Failure>.self) }
  }

  /// A value that is stored beside the current one.
  private final class Past: Sendable {
    let content: Content
    init(_ content: Content) { self.content = content }
  }

  @inlinable static var slot: Slot<Content> { Slot(uncheckedIndex: 0) }

  // Not looked up in the context, which would be one more object to load for each value of a large graph.
  /// The address of the value.
  @usableFromInline let content: UnsafeMutablePointer<Content>

  /// Makes a node; called with the owner's lock held.
  init(
    owner: Context,
    layout: Layout,
    computation: Computation<Value, Failure>
  ) {
    let context = Context(layout: layout)
    context.settle(in: owner.tree)
    unsafe content = unsafe context.pointer(to: Self.slot)
    super.init(
      context: context,
      owner: owner,
      computation: computation
    )
    noteBody()
    context.producer = self
    owner.ensuredFacets.derivedNodes[ObjectIdentifier(self)] = self
  }

  /// Makes a private evaluation, unless this thread has its result; `nil` without a closure.
  ///
  /// - Parameter isOwnDoing: Whether the thread's own transaction or change is the reason.
  /// - Returns: The value, and the snapshots that it was computed from.
  func computePrivately(isOwnDoing: Bool) -> (content: Content, snapshots: [ReadSnapshot])? {
    if let entry = PrivateValues.current?.entry(of: self) {
      // SAFETY: only this node stores a result under its identity.
      return unsafe (unsafeDowncast(entry.content, to: Past.self).content, entry.snapshots)
    }
    tree.lock.lock()
    let body = body.map(Computation<Value, Failure>.typed)
    let scope = PrivateEvaluation(self)
    tree.lock.unlock()
    guard let body else { return nil }
    let content = TrackingScope.run(scope) { DeepStack.run { body.call() } }
    notifyOfEvaluation()
    let snapshots = scope.snapshots
    if DeepStack.limit != 0 {
      let kept = PrivateValues.Entry(
        content: Past(content),
        snapshots: snapshots,
        isOwnDoing: isOwnDoing
      )
      let former = PrivateValues.ensured.keep(kept, of: self)
      withExtendedLifetime(former) {}
    }
    return (content, snapshots)
  }

  /// Stores the result of a run as a private one, because it may not be published; called with the lock held.
  ///
  /// - Returns: The previous private result, to be released after the lock.
  @usableFromInline
  func keepPrivately(_ made: Content) -> AnyObject? {
    guard run.isPrivate, !isEnded else { return nil }
    let values = PrivateValues.ensured
    var snapshots = values.snapshots(of: self)
    snapshots.note(ReadSnapshot(tree))
    let entry = PrivateValues.Entry(
      content: Past(made),
      snapshots: snapshots,
      isOwnDoing: run.isOwnDoing
    )
    return values.keep(entry, of: self)
  }

  // MARK: Reading

  /// The value, if it is known to be valid for a thread; called with the lock held.
  ///
  /// Records the read in the thread's tracking scope.
  @inline(__always)
  func currentContent() -> Content? {
    guard !isStale, evaluator == nil, !isVolatile, before == nil else {
      return before == nil ? nil : currentContent(for: LogicalThread.current)
    }
    if TrackingScope.isAnyOpen { TrackingScope.note(self) }
    return unsafe content.pointee
  }

  private func currentContent(for thread: ThreadIdentity) -> Content? {
    guard let before else { return nil }
    if before.owner != thread {
      guard !before.isStale, let content = content(from: before) else { return nil }
      if TrackingScope.isAnyOpen { TrackingScope.note(self) }
      return content
    }
    guard !isStale, evaluator == nil, !isVolatile else { return nil }
    if TrackingScope.isAnyOpen { TrackingScope.note(self) }
    return unsafe content.pointee
  }

  /// The value that an update has just stored, or the latest one if other threads write without end; called with the
  /// lock held.
  func updatedContent() -> Content? {
    let thread = LogicalThread.current
    if let before, before.owner != thread, before.isStale { return nil }
    guard version != 0 else { return nil }
    if TrackingScope.isAnyOpen { TrackingScope.note(self) }
    if let before, before.owner != thread { return content(from: before) }
    return unsafe content.pointee
  }

  /// The value for threads that do not run the transaction; called with the lock held.
  private func content(from before: Before) -> Content? {
    before.isReplaced ? kept(past)?.content : lastContent
  }

  // SAFETY: only this node stores it.
  private func kept(_ past: AnyObject?) -> Past? {
    past.map { unsafe unsafeDowncast($0, to: Past.self) }
  }

  /// The current value, valid or not; called with the lock held.
  var lastContent: Content? {
    version == 0 ? nil : unsafe content.pointee
  }

  // MARK: Computing

  /// Computes the value and stores it; see ``StoredComputation/Evaluator``.
  @inlinable
  func evaluateAsTyped() -> DerivedEvaluation {
    // Only the thread that owns the node changes it.
    // SAFETY: as stated there, and by `Computation.typed(_:)`.
    guard
      let body = unsafe unsafeBitCast(
        bodyReference,
        to: Unmanaged<Computation<Value, Failure>.Body>?.self
      )
    else { preconditionFailure("Derived: computed without a closure") }
    var made = unsafe body._withUnsafeGuaranteedRef { $0.call() }
    run.close()
    // No other thread writes the slot while this one owns the node.
    // SAFETY: the node retains the computation, which is not counted here.
    let isSame =
      unsafe version != 0
      && Unmanaged.passUnretained(computation)
        ._withUnsafeGuaranteedRef { unsafe $0.isSame(content.pointee, made) }
    guard !storePlainly(isSame: isSame) else {
      if !isSame { unsafe swap(&content.pointee, &made) }
      return end(isSame ? .stored : [.stored, .replacing], releasing: made, nil)
    }
    let evaluation = beginStore(isSame: isSame)
    if evaluation.contains(.replacing) {
      unsafe swap(&content.pointee, &made)
    } else if evaluation.contains(.first) {
      unsafe content.initialize(to: made)
    }
    let unused = evaluation.isDisjoint(with: [.stored, .outdated]) ? keepPrivately(made) : nil
    return end(endStore(evaluation), releasing: made, unused)
  }

  /// Releases the replaced values, which may be the user's; called with the lock held.
  @inlinable
  @inline(__always)
  func end(
    _ evaluation: DerivedEvaluation,
    releasing made: consuming Content,
    _ unused: consuming AnyObject?
  ) -> DerivedEvaluation {
    guard !_isPOD(Content.self) || unused != nil else { return evaluation }
    lock.unlock()
    return evaluation.union(.unlocked)
  }

  // MARK: Transactions and changes

  override func keepValue() { past = lastContent.map(Past.init) }

  override func takeKeptValue() -> AnyObject? {
    defer { past = nil }
    return past
  }

  override func restoreKeptValue() -> AnyObject? {
    defer { past = nil }
    guard version != 0 else { return nil }
    let replaced = unsafe Past(content.move())
    if let past = kept(past) {
      unsafe content.initialize(to: past.content)
    } else {
      unsafe context.headers[0].flags.insert(.uninitialized)
    }
    return replaced
  }

  override func isSame(asKept kept: AnyObject) -> Bool {
    lock.lock()
    let content = committedContent
    lock.unlock()
    // SAFETY: this node has returned it.
    let former = unsafe unsafeDowncast(kept, to: Past.self).content
    guard let content else { return false }
    return withoutTracking { computation.isSame(former, content) }
  }

  /// The committed value, if there is one; called with the lock held.
  @usableFromInline var committedContent: Content? {
    guard condition.contains(.splitValue), let before else { return lastContent }
    return content(from: before)
  }

  /// Prepares the delivery of the committed value to an observer; called with the lock held.
  ///
  /// - Returns: The delivery; `nil` if the observer has that value.
  @inlinable
  @inline(__always)
  func beginDelivery(
    to observer: ValueObserver<Value, Failure>
  ) -> ValueObserver<Value, Failure>.Delivery? {
    if condition.contains(.splitValue) { return beginSplitDelivery(to: observer) }
    guard version != 0, version != observer.version else { return nil }
    let isNext = observer.version == formerVersion
    observer.version = version
    let content = unsafe content.pointee
    let former = observer.last
    observer.last = content
    return ValueObserver.Delivery(content: content, former: former, isKnownToDiffer: isNext)
  }

  /// As ``beginDelivery(to:)``, beside an open transaction that may have replaced the value.
  @usableFromInline
  func beginSplitDelivery(
    to observer: ValueObserver<Value, Failure>
  ) -> ValueObserver<Value, Failure>.Delivery? {
    let version = committedVersion
    guard version != observer.version, let content = committedContent else { return nil }
    observer.version = version
    defer { observer.last = content }
    return ValueObserver.Delivery(
      content: content,
      former: observer.last,
      isKnownToDiffer: false
    )
  }

  override func withLastContent(_ body: (UnsafeRawPointer) -> Void) {
    lock.lock()
    let content = committedContent
    lock.unlock()
    guard let content else { return }
    unsafe withUnsafePointer(to: content) { unsafe body($0) }
  }
}
