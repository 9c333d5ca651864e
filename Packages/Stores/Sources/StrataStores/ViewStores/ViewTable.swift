import StrataConcurrency

/// The views of one view store.
final class ViewTable<State: ViewState>: Sendable {
  private struct Entry: Sendable {
    let link: ViewLink<State>
    let subscriber: Subscriber<State>
  }

  private let entries = Locked<[Entry]>([], rank: .leaf)

  /// Adds a view.
  ///
  /// - Returns: Whether it was not there before.
  func add(_ view: AnyObject, _ link: ViewLink<State>, _ subscriber: Subscriber<State>) -> Bool {
    entries.withLock { entries in
      guard !entries.contains(where: { $0.link.leads(to: view) }) else { return false }
      entries.append(Entry(link: link, subscriber: subscriber))
      return true
    }
  }

  /// The subscriber that stands for a view.
  func subscriber(of view: AnyObject) -> Subscriber<State>? {
    entries.withLock { $0.first { $0.link.leads(to: view) }?.subscriber }
  }

  /// Removes the entry of a view.
  func remove(_ subscriber: Subscriber<State>) {
    let removed = entries.withLock { entries -> Entry? in
      guard let index = entries.firstIndex(where: { $0.subscriber === subscriber }) else {
        return nil
      }
      return entries.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }

  /// The number of views that exist.
  var count: Int { entries.withLock { $0.count { $0.link.isAlive } } }
}
