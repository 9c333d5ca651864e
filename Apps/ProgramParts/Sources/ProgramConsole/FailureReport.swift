/// A failure as `--json` prints it; keys are added, never renamed.
struct FailureReport: Encodable {
  struct Body: Encodable {
    let kind: String
    let exitCode: Int32
    let message: String
    let line: Int?
  }

  let error: Body

  init(_ failure: ProgramFailure, line: Int?) {
    error = Body(
      kind: failure.kind.rawValue,
      exitCode: failure.kind.exitCode,
      // JSON leaves some control characters as they are, and people read errors as well.
      message: failure.message.printable,
      line: line
    )
  }
}
