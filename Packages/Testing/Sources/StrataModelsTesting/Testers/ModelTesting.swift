import StrataConcurrency
public import StrataTesting
public import Testing

extension Trait where Self == SimulationTrait {
  /// Runs a test of models in a simulation; another name of
  /// `.simulated`.
  public static var modelTesting: Self { .simulated() }

  /// Runs a test of models in a simulation, with its own demands; as
  /// `.simulated(exhaustivity:stepLimit:)`.
  public static func modelTesting(
    exhaustivity: Exhaustivity? = nil,
    stepLimit: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    .simulated(
      exhaustivity: exhaustivity,
      stepLimit: stepLimit,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// Runs a test of models, or a part of one, in a simulation; another name of
/// `withTestScope` of `StrataTesting`.
///
/// - Returns: The result of `operation`; `nil` when it never ended, which is a failure.
/// - Throws: The error of `operation`.
@discardableResult
@concurrent
public func withModelTesting<Result: Sendable>(
  _ order: SimulatedOrder = .inTurn,
  exhaustivity: Exhaustivity = .full,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: @Sendable () async throws -> Result
) async throws -> Result? {
  try await withTestScope(
    order,
    exhaustivity: exhaustivity,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column,
    operation: operation
  )
}
