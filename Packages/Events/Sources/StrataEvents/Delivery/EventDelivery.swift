/// An event on its way to the listeners that were there when it was sent.
///
/// Made by ``EventPosition/makeDelivery(of:from:to:)``. Nothing has been delivered until
/// ``perform()``.
public struct EventDelivery<Sender: Sendable, Event: Sendable>: Sendable {
  /// The event.
  public let event: Event
  /// The sender.
  public let sender: Sender
  /// Whom it is for.
  public let listeners: SelectedListeners<Sender>

  /// Makes a delivery to listeners that were selected for the event.
  @inlinable
  public init(event: Event, sender: Sender, to listeners: SelectedListeners<Sender>) {
    self.event = event
    self.sender = sender
    self.listeners = listeners
  }

  /// How many positions receive the event, whether or not they have listeners.
  public var receiverCount: Int { listeners.receiverCount }

  /// How many listeners will receive the event.
  public var listenerCount: Int { listeners.count }

  /// Gives the event to each listener, on the calling thread, in their order.
  ///
  /// Listeners compare and transform events with code of the library's user: hold no lock.
  @inlinable
  public func perform() {
    listeners.receive(event, from: sender)
  }
}
