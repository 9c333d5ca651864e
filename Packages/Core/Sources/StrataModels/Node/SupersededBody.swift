import StrataConcurrency
import StrataCore

/// Rejects the writes of a body to its model from the moment newer work has replaced it until it returns.
///
/// The lock has rank ``LockRank/leaf``.
final class SupersededBody: Sendable {
  private enum Phase {
    case running
    /// It is cancelled because it was replaced, and has not returned.
    case superseded
    case returned
  }

  private let phase = Locked(Phase.running, rank: .leaf)
  private let context: Context

  private init(of context: Context) {
    self.context = context
  }

  /// Runs a body.
  ///
  /// - Parameters:
  ///   - context: The model's.
  ///   - isSuperseded: Whether, when the body is cancelled, newer work has replaced it.
  ///   - operation: The body.
  /// - Throws: The error of `operation`.
  static func run(
    of context: Context,
    isSuperseded: @escaping @Sendable () -> Bool,
    _ operation: () async throws -> Void
  ) async throws {
    let body = SupersededBody(of: context)
    defer { body.end() }
    try await withTaskCancellationHandler(operation: operation) {
      if isSuperseded() { body.supersede() }
    }
  }

  private func supersede() {
    let begins = phase.withLock { phase in
      guard phase == .running else { return false }
      phase = .superseded
      return true
    }
    if begins { context.beginSupersession() }
  }

  private func end() {
    let ends = phase.withLock { phase in
      defer { phase = .returned }
      return phase == .superseded
    }
    if ends { context.endSupersession() }
  }
}
