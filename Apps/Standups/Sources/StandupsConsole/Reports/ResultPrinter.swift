/// Prints results for a person, or as JSON for a script.
struct ResultPrinter: Sendable {
  let console: Console
  let asJSON: Bool

  /// Prints one result.
  ///
  /// - Parameters:
  ///   - report: What a script reads.
  ///   - lines: What a person reads.
  /// - Throws: ``OutputFailure`` unless all of it was written.
  func print(
    _ report: @autoclosure () -> some Encodable,
    or lines: (Surface) -> [String]
  ) throws {
    if asJSON {
      try console.output.write(MachineReport.text(report()))
    } else {
      try console.print(lines(console.surface))
    }
  }
}
