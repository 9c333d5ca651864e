public import StrataEvents

/// The events between places.
///
/// Events may be compared on any thread, so the comparison leaves the main actor.
public nonisolated enum News: Equatable, Sendable {
  case opened
  case closed
}

/// A tree that only the main actor uses and that needs no lock.
public final class Place: EventPosition {
  public private(set) weak var parent: Place?
  public private(set) var children: [Place] = []
  private var listeners = EventListeners<String>()
  private let name: String

  public init(_ name: String) {
    self.name = name
  }

  public var eventParents: [Place] { parent.map { [$0] } ?? [] }
  public var eventChildren: [Place] { children }

  public func selectListeners<Event: Sendable>(
    for event: Event,
    origin: Audience,
    into selected: inout SelectedListeners<String>
  ) {
    listeners.select(for: event, origin: origin, into: &selected)
  }

  public func add(_ child: Place) {
    children.append(child)
    child.parent = self
  }

  public func send(_ news: News, to audience: Audience = .standard) {
    makeDelivery(of: news, from: name, to: audience).perform()
  }

  /// The senders of the news.
  public func senders(of news: News) -> EventStream<String> {
    let made = EventListener<String>.stream(of: News.self) { _ in
    } transform: { sent, sender in
      sent == news ? sender : nil
    }
    listeners.add(made.listener)
    return made.stream
  }
}
