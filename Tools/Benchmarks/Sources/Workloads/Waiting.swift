import Dispatch
import StrataConcurrency

/// Makes a thread wait for work that suspends.
package enum Waiting {
  package static func result<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) -> Result {
    let outcome = Locked<Result?>(nil, rank: .leaf)
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      let result = await body()
      outcome.withLock { $0 = result }
      isDone.signal()
    }
    isDone.wait()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("no result") }
    return result
  }
}
