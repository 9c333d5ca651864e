@_spi(Strata) public import StrataConcurrency
@_spi(Strata) public import StrataEvents
public import Synchronization

extension Context: EventPosition {
  /// A listener learns which context has sent an event.
  public typealias EventSender = Context

  /// The parents, in order of arrival, then the users of this context as a dependency.
  ///
  /// A context that is ending has its former parent, which its last handlers still reach.
  ///
  /// - Precondition: Only routing calls it, under the tree's lock.
  public var eventParents: [Context] {
    var parents = places
    guard let facets else { return parents }
    if facets.hasUsers { parents += facets.users.inOrder }
    return parents
  }

  // SAFETY: routing calls this under the tree's lock, under which a linked parent stays.
  /// The only parent, uncounted; `nil` if there may be several.
  public var onlyEventParent: Unmanaged<Context>? {
    isReachedByManyWays ? nil : unsafe placeLink.reference
  }

  /// Whether there may be several parents.
  public var isReachedByManyWays: Bool {
    guard let facets else { return false }
    return facets.hasOtherParents || facets.hasUsers
  }

  /// The attached contexts that this context uses, in the order of first use, then the others.
  ///
  /// - Precondition: Only routing calls it, under the tree's lock.
  public var eventDependencies: [Context] {
    guard let facets else { return [] }
    let used = facets.uses.compactMap(\.hosted.context)
    return used + facets.keyed.hostedContexts.filter { hosted in !used.contains { $0 === hosted } }
  }

  /// The children, in order of arrival.
  ///
  /// - Precondition: Only routing calls it, under the tree's lock.
  public var eventChildren: [Context] { linkedChildren }

  /// Calls a closure with each child, in order of arrival, without counting.
  ///
  /// - Precondition: Only routing calls it, under the tree's lock.
  public func forEachEventChild(_ body: (Context) -> Void) { forEachLinkedChild(body) }

  /// Adds the listeners of this context that want an event.
  ///
  /// - Precondition: Only routing calls it, under the tree's lock.
  @inlinable
  public func selectListeners<Event: Sendable>(
    for event: Event,
    origin: Audience,
    into selected: inout SelectedListeners<Context>
  ) {
    facets?.listeners.select(for: event, origin: origin, into: &selected)
  }

  /// Sends an event from here.
  ///
  /// Each receiver gets it once, in the order that `forEachReceiver(in:_:)` documents. Delivery runs on this thread,
  /// outside all locks, and ends before this returns. Streams buffer the event until it is consumed. An event whose
  /// audience is empty is reported.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - audience: The receivers.
  ///   - callSite: The call site, for reports.
  @inlinable
  public func send<Event: Sendable>(
    _ event: Event,
    to audience: Audience = .standard,
    at callSite: CallSite
  ) {
    if audience.contains(.self), isUnheard { return }
    sendToListeners(event, to: audience, at: callSite)
  }

  /// Whether the context is live and its tree has no listener and no observer; evaluated without the lock.
  ///
  /// The two words are a recent state, in which a listener that began before the event was sent is seen. A shared guard
  /// proves nothing, because the context may just have joined a tree.
  @inlinable
  var isUnheard: Bool {
    @inline(__always) get {
      guard phase.isLive else { return false }
      // SAFETY: the trees that the context has been in live as long as the context, and so do their locks.
      let lock = LockReference(unsafeBitPattern: guardLock.load(ordering: .acquiring))
      return lock.flagWord & (TreeFlags.listeners | TreeFlags.observers) == 0 && !lock.isShared
    }
  }

  /// Whether the last handlers of this context run, on this thread; called with the lock held.
  ///
  /// They send what the former ancestors receive. At the end of a tree there is no one left, as there is no listener
  /// at other times, which is no mistake of the sender.
  @usableFromInline
  var isInLastHandlers: Bool { phase == .sealed && LastHandlers.areRunning }

  // Only the type of the event is passed into the tree, where code that is compiled once finds the listeners. Generic
  // code of another module would ask for metadata at each step.
  @inlinable
  func sendToListeners<Event: Sendable>(
    _ event: Event,
    to audience: Audience,
    at callSite: CallSite
  ) {
    let lock = lock()
    let isEnding = isInLastHandlers
    guard phase.isLive || isEnding else { return reject(event, lock, at: callSite) }
    let isObserved = lock.flagWord & TreeFlags.observers != 0
    let listeners = selectListeners(ObjectIdentifier(Event.self), in: audience) {
      $0.isMatchedCasting(by: event)
    }
    let receivers = isObserved ? receivers(of: event, in: audience) : []
    lock.unlock()
    if listeners.receiverCount == 0, !isEnding,
      complain(of: event, listeners, to: audience, at: callSite)
    {
      return
    }
    if isObserved { notifyObservers(of: event, to: audience, at: callSite, receivers) }
    guard Context.callsAreObserved else { return listeners.receive(event, from: self) }
    TrackingScope.suspended {
      guard Cause.isRecorded else { return listeners.receive(event, from: self) }
      Cause.with(.event, name: String(describing: Event.self), at: callSite) {
        listeners.receive(event, from: self)
      }
    }
  }

  /// Whether a call of a listener needs more than the call.
  @usableFromInline static var callsAreObserved: Bool { Cause.isRecordedOrTracked }

  /// Finds the listeners of an event of one type; called with the lock held.
  @usableFromInline
  func selectListeners(
    _ type: ObjectIdentifier,
    in audience: Audience,
    isMatched: (EventListener<Context>) -> Bool
  ) -> SelectedListeners<Context> {
    var selected = SelectedListeners<Context>()
    forEachReceiver(in: audience) { receiver, origin in
      selected.countReceiver()
      // SAFETY: the receiver retains its parts, and the lock keeps them unchanged.
      let facets = unsafe receiver.facets.map { unsafe Unmanaged.passUnretained($0) }
      unsafe facets?._withUnsafeGuaranteedRef {
        $0.listeners.select(type, origin: origin, into: &selected, isMatched: isMatched)
      }
    }
    return selected
  }

  /// The contexts whose listeners receive an event; called with the lock held, if the tree is observed.
  @usableFromInline
  func receivers<Event: Sendable>(of event: Event, in audience: Audience) -> [Context] {
    var receivers: [Context] = []
    forEachReceiver(in: audience) { receiver, origin in
      var selected = SelectedListeners<Context>()
      receiver.selectListeners(for: event, origin: origin, into: &selected)
      if selected.count > 0 { receivers.append(receiver) }
    }
    return receivers
  }

  /// Reports an event of a context that is in no tree; called with the lock held, which it releases.
  @usableFromInline
  func reject<Event: Sendable>(_ event: Event, _ lock: LockReference, at callSite: CallSite) {
    let name = layout.name
    let phase = phase
    lock.unlock()
    let diagnostic = Diagnostic.homelessEvent(String(describing: event), name, phase)
      .withoutValues(.homelessEvent(ReportedValue.name(of: event), name, phase))
    reportUnlessUnwinding(allowsLastStep: true) { _ in diagnostic.report(at: callSite) }
  }

  /// - Returns: Whether it has reported something.
  @usableFromInline
  func complain<Event: Sendable>(
    of event: Event,
    _ listeners: SelectedListeners<Context>,
    to audience: Audience,
    at callSite: CallSite
  ) -> Bool {
    let sender = layout.name
    guard
      let diagnostic = listeners.diagnostic(about: event, sender: sender, audience: audience),
      let kept = listeners.diagnostic(withoutContentsOf: event, sender: sender, audience: audience)
    else { return false }
    ReportSink.report(diagnostic.description, withoutValues: kept.description, at: callSite)
    return true
  }

  @usableFromInline
  func notifyObservers<Event: Sendable>(
    of event: Event,
    to audience: Audience,
    at callSite: CallSite,
    _ receivers: [Context]
  ) {
    let lock = lock()
    let observers = tree.observers
    lock.unlock()
    TrackingScope.suspended {
      for observer in observers {
        observer.willDeliver(event, from: self, to: audience, at: callSite, receivers: receivers)
      }
    }
  }

  /// Adds a listener, which is removed at its own end or at this context's, whichever is first.
  ///
  /// A thread that has selected the listener for an event may still call it after the context's end. A listener that
  /// must not be called then has to run its body in the context's `work`.
  ///
  /// - Returns: Whether this context is live. A thread that runs the activation of an earlier incarnation gets `false`.
  ///   The listener is then finished at once.
  @discardableResult
  public func addListener(_ listener: EventListener<Context>) -> Bool {
    let lock = lock()
    guard phase.isLive, !isNotifiedOfFormerIncarnation else {
      lock.unlock()
      listener.finish()
      return false
    }
    ensuredFacets.listeners.add(listener)
    tree.listenerCount += 1
    lock.flagWord |= TreeFlags.listeners
    lock.unlock()
    return true
  }

  /// Removes a listener.
  public func removeListener(_ listener: EventListener<Context>) {
    let lock = lock()
    if facets?.listeners.remove(listener) ?? false { forgetListeners(1) }
    lock.unlock()
  }
}
