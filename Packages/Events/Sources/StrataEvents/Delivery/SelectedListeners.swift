/// The listeners that an event is for: selected under the tree's lock, notified outside it.
///
/// Made by ``EventPosition/selectListeners(for:in:)``. It contains the listeners and nothing else, so one listener
/// costs one reference count.
public struct SelectedListeners<Sender: Sendable>: Sendable {
  /// How many positions receive the event, whether or not they have listeners.
  @inlinable public var receiverCount: Int { positions }
  @usableFromInline var positions = 0

  // One listener is the usual case and needs no array; no array at all needs no counting.
  @usableFromInline var first: EventListener<Sender>?
  @usableFromInline var others: ContiguousArray<EventListener<Sender>>?

  /// Selects none.
  @inlinable
  public init() {}

  /// Counts one more position that receives the event.
  @inlinable
  public mutating func countReceiver() { positions &+= 1 }

  /// How many listeners were selected.
  public var count: Int { (first == nil ? 0 : 1) + (others?.count ?? 0) }

  @inlinable
  @inline(__always)
  mutating func append(_ listener: EventListener<Sender>) {
    if first == nil { first = listener } else { appendToOthers(listener) }
  }

  @inlinable
  @inline(never)
  mutating func appendToOthers(_ listener: EventListener<Sender>) {
    if others == nil { others = [] }
    others?.append(listener)
  }

  /// Gives an event to each listener, on the calling thread, in their order.
  ///
  /// Listeners compare and transform events with code of the library's user: hold no lock.
  ///
  /// - Parameters:
  ///   - event: The event that the listeners were selected for.
  ///   - sender: The sender.
  @inlinable
  @inline(__always)
  public func receive<Event: Sendable>(_ event: Event, from sender: Sender) {
    first?.receive(event, from: sender)
    if others != nil { receiveByOthers(event, from: sender) }
  }

  @inlinable
  @inline(never)
  func receiveByOthers<Event: Sendable>(_ event: Event, from sender: Sender) {
    guard let others else { return }
    for index in others.indices { others[index].receive(event, from: sender) }
  }
}
