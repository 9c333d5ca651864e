import StrataConcurrency

/// Runs what a source does about its inputs, actions and timers, one thing at a time.
///
/// What comes while something is being done is done afterwards, by whoever does it; so a source's
/// state machine needs no lock, and what it publishes is in the order of its causes.
final class SourceOrder: Sendable {
  private let delivery = ImmediateDelivery()

  init() {}

  /// Does something, now or after what is being done.
  func run(_ job: @escaping () -> Void) {
    let job = UncheckedTransfer(job)
    delivery.deliver { job.value() }
  }
}
