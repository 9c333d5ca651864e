public import StrataConcurrency
import StrataDependencies

/// An object of the main actor with work of its own, which ends with it.
public final class Desk {
  @Dependency(\.factClient) private var factClient
  private let work = CancellationScope()
  private let news = Multicast<String>()

  /// The last result; written by the object's task, on the main actor.
  public private(set) var fact: String?

  public init() {}

  /// The announcements from now on.
  public func announcements() -> MulticastSequence<String> {
    news.subscribe()
  }

  public func look(up number: Int) {
    work.task {
      let found = await self.factClient.fetch(number)
      self.fact = found
      self.news.send(found)
    }
    .cancelInFlight()
  }

  public func close() {
    work.close()
    news.finish()
  }
}
