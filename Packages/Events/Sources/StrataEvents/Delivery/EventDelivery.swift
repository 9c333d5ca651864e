/// An event on its way to the listeners that were there when it was sent.
///
/// Made by ``EventPosition/makeDelivery(of:from:to:)``. Nothing has been delivered until
/// ``perform()``.
public struct EventDelivery<Sender: Sendable, Event: Sendable>: Sendable {
  /// The event.
  public let event: Event
  /// Who sent it.
  public let sender: Sender
  /// How many positions receive it, whether or not any listener is there.
  public var receiverCount: Int { count }
  @usableFromInline var count = 0

  // One listener is the usual case and needs no array.
  @usableFromInline var first: EventListener<Sender>?
  @usableFromInline var others: [EventListener<Sender>] = []

  /// Makes a delivery without listeners.
  @inlinable
  public init(event: Event, sender: Sender) {
    self.event = event
    self.sender = sender
  }

  /// How many listeners will receive the event.
  public var listenerCount: Int { (first == nil ? 0 : 1) + others.count }

  @inlinable
  mutating func append(_ listener: EventListener<Sender>) {
    if first == nil { first = listener } else { others.append(listener) }
  }

  /// Gives the event to each listener, on the calling thread, in their order.
  ///
  /// Listeners compare and transform events with code of the library's user: hold no lock.
  @inlinable
  public func perform() {
    first?.receive(event, from: sender)
    for listener in others { listener.receive(event, from: sender) }
  }
}
