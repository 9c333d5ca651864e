public import StrataConcurrency

/// State that a main-actor program shares with threads of its own.
public final class Counter: Sendable {
  private let count = Locked(0, rank: .leaf)

  public init() {}

  public var value: Int { count.withLock { $0 } }

  /// Counts on as many tasks as asked, none of them on the main actor.
  public func count(on tasks: Int, each rounds: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask { [count] in
          for _ in 0..<rounds { count.withLock { $0 += 1 } }
        }
      }
    }
  }

  /// Reports a misuse at a given line.
  public func complain(at callSite: CallSite) {
    ReportSink.report("The counter is not to be used so.", at: callSite)
  }
}
