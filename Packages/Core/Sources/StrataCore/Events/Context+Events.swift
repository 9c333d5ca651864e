public import StrataConcurrency
public import StrataEvents

extension Context: EventPosition {
  /// A listener learns which context has sent an event.
  public typealias EventSender = Context

  /// The parents, in order of arrival.
  ///
  /// - Precondition: Asked only by routing, which holds the tree's lock.
  public var eventParents: [Context] {
    var parents: [Context] = []
    if let parent { parents.append(parent) }
    if let others = parts?.otherParents { parents += others.compactMap(\.parent) }
    return parents
  }

  // SAFETY: routing asks under the tree's lock, under which a linked parent stays.
  /// The parent, where it is the only one, uncounted.
  public var onlyEventParent: Unmanaged<Context>? {
    isReachedByManyWays ? nil : unsafe parentLink.reference
  }

  /// Whether there are several parents.
  public var isReachedByManyWays: Bool {
    guard let parts else { return false }
    return !parts.otherParents.isEmpty
  }

  /// The children, in order of arrival.
  ///
  /// - Precondition: Asked only by routing, which holds the tree's lock.
  public var eventChildren: [Context] { linkedChildren }

  /// Adds the listeners of this context.
  ///
  /// - Precondition: Called only by routing, which holds the tree's lock.
  @inlinable
  public func collectListeners<Event: Sendable>(
    into delivery: inout EventDelivery<Context, Event>,
    origin: Audience
  ) {
    parts?.listeners.collect(into: &delivery, origin: origin)
  }

  /// Sends an event from here.
  ///
  /// Each receiver gets it once, in the order that `forEachReceiver(in:_:)`
  /// documents, on this thread, before this returns, outside all locks. Streams keep it until it is
  /// consumed. An event that nobody can receive, because nobody is there, is reported.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - audience: Who receives it.
  ///   - callSite: The place to name in reports.
  @inlinable
  public func send<Event: Sendable>(
    _ event: Event,
    to audience: Audience = .standard,
    at callSite: CallSite
  ) {
    // Inlinable, and all that is called for each event: as generics of another module they asked for
    // the event's metadata at each step, which cost 1.7 lock pairs where nobody listens.
    let lock = lock()
    guard phase.isLive else { return refuse(event, lock, at: callSite) }
    let ears = lock.attention & (Attention.listeners | Attention.observers)
    if ears == 0, audience.contains(.self) { return lock.unlock() }
    let delivery = makeDelivery(of: event, from: self, to: audience)
    lock.unlock()
    if delivery.receiverCount == 0, complain(of: delivery, to: audience, at: callSite) { return }
    if ears & Attention.observers != 0 { tellObservers(of: event, to: audience, at: callSite) }
    guard Cause.isRecorded else { return delivery.perform() }
    Cause.with(.event, name: String(describing: Event.self), at: callSite) { delivery.perform() }
  }

  /// Reports an event of a context that is in no tree; called with the lock held, which is given
  /// back.
  @usableFromInline
  func refuse<Event: Sendable>(_ event: Event, _ lock: LockReference, at callSite: CallSite) {
    let name = layout.name
    let phase = phase
    lock.unlock()
    Complaint.homelessEvent(String(describing: event), name, phase).report(at: callSite)
  }

  /// - Returns: Whether there was something to report.
  @usableFromInline
  func complain<Event: Sendable>(
    of delivery: EventDelivery<Context, Event>,
    to audience: Audience,
    at callSite: CallSite
  ) -> Bool {
    guard let complaint = delivery.complaint(sender: layout.name, audience: audience) else {
      return false
    }
    ReportSink.report(complaint.description, at: callSite)
    return true
  }

  @usableFromInline
  func tellObservers<Event: Sendable>(
    of event: Event,
    to audience: Audience,
    at callSite: CallSite
  ) {
    let lock = lock()
    let observers = tree.observers
    lock.unlock()
    for observer in observers {
      observer.willDeliver(event, from: self, to: audience, at: callSite)
    }
  }

  /// Adds a listener, which is removed at its end or at this context's, whichever is first.
  ///
  /// - Returns: Whether this context is live. If not, the listener is finished at once.
  @discardableResult
  public func addListener(_ listener: EventListener<Context>) -> Bool {
    let lock = lock()
    guard phase.isLive else {
      lock.unlock()
      listener.finish()
      return false
    }
    ensuredParts.listeners.add(listener)
    tree.listenerCount += 1
    lock.attention |= Attention.listeners
    lock.unlock()
    return true
  }

  /// Removes a listener.
  public func removeListener(_ listener: EventListener<Context>) {
    let lock = lock()
    if parts?.listeners.remove(listener) ?? false { forgetListeners(1) }
    lock.unlock()
  }

  /// Takes all listeners out, to be finished outside the lock; called with the lock held.
  func takeListeners() -> [EventListener<Context>] {
    guard let parts, !parts.listeners.isEmpty else { return [] }
    let listeners = parts.listeners.removeAll()
    forgetListeners(listeners.count)
    return listeners
  }

  private func forgetListeners(_ count: Int) {
    tree.listenerCount -= count
    if tree.listenerCount == 0 { tree.lock.attention &= ~Attention.listeners }
  }
}
