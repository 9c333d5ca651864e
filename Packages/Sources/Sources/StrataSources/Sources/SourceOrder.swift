import StrataConcurrency

/// Runs the reactions of a source to its inputs, actions and timers, one at a time.
///
/// A job that arrives while another runs is run afterwards, by the thread that runs jobs. So a source's state machine
/// needs no lock, and its models are in the order of their causes.
final class SourceOrder: Sendable {
  private let delivery = ImmediateDelivery()

  init() {}

  /// Runs a job, now or after the present one.
  func run(_ job: @escaping () -> Void) {
    let job = UncheckedTransfer(job)
    delivery.deliver { job.value() }
  }
}
