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
    parts.map(\.otherParents.isEmpty) ?? true ? unsafe parentLink.reference : nil
  }

  /// Whether there are several parents.
  public var isReachedByManyWays: Bool { parts.map { !$0.otherParents.isEmpty } ?? false }

  /// The children, in order of arrival.
  ///
  /// - Precondition: Asked only by routing, which holds the tree's lock.
  public var eventChildren: [Context] { linkedChildren }

  /// Adds the listeners of this context.
  ///
  /// - Precondition: Called only by routing, which holds the tree's lock.
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
  public func send<Event: Sendable>(
    _ event: Event,
    to audience: Audience = .standard,
    at callSite: CallSite
  ) {
    let lock = lock()
    guard phase.isLive else {
      let name = layout.name
      let phase = phase
      lock.unlock()
      return Complaint.homelessEvent(String(describing: event), name, phase).report(at: callSite)
    }
    let ears = Attention.listeners | Attention.observers
    if lock.attention & ears == 0, audience.contains(.self) { return lock.unlock() }
    let observers = tree.observers
    let delivery = makeDelivery(of: event, from: self, to: audience)
    lock.unlock()
    if let complaint = delivery.complaint(sender: layout.name, audience: audience) {
      return ReportSink.report(complaint.description, at: callSite)
    }
    for observer in observers {
      observer.willDeliver(event, from: self, to: audience, at: callSite)
    }
    Cause.with(.event, name: String(describing: Event.self), at: callSite) { delivery.perform() }
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
