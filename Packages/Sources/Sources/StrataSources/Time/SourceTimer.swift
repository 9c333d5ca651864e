import Foundation
import StrataConcurrency

/// One wait of a source, which a new one replaces.
///
/// The source closes it when it goes. The call runs on the source's order.
final class SourceTimer: Sendable {
  private let scope = CancellationScope()
  private let current = Locked<(number: UInt64, work: CancellationHandle?)>((0, nil), rank: .leaf)
  private let clock: AnyClock
  private let order: SourceOrder

  init(_ clock: AnyClock, order: SourceOrder) {
    self.clock = clock
    self.order = order
  }

  deinit { scope.close() }

  /// Calls a closure after a while, unless that is never, or ``cancel()`` or another wait comes first.
  ///
  /// The while is counted from this call.
  func wait(_ seconds: TimeInterval, then call: @escaping () -> Void) {
    let call = UncheckedTransfer(call)
    cancel()
    guard let duration = Seconds.duration(seconds) else { return }
    let number = current.withLock { $0.number }
    let clock = clock
    // Taken here and not in the task, which may begin when the clock has gone on.
    let deadline = clock.now.advanced(by: duration)
    let work = scope.task { [weak self] in
      do {
        try await clock.sleep(until: deadline)
      } catch {
        return
      }
      self?.fire(number, call)
    }
    let isLate = current.withLock { current in
      guard current.number == number else { return true }
      current.work = work
      return false
    }
    if isLate { work.cancel() }
  }

  /// Ends the wait.
  func cancel() {
    let work = current.withLock { current in
      defer { current = (current.number + 1, nil) }
      return current.work
    }
    work?.cancel()
  }

  private func fire(_ number: UInt64, _ call: UncheckedTransfer<() -> Void>) {
    order.run { [weak self] in
      let isDue = self?.current.withLock { current in
        guard current.number == number else { return false }
        current = (number + 1, nil)
        return true
      }
      if isDue == true { call.value() }
    }
  }
}
