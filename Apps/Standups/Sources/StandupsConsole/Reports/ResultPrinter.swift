/// Prints results for a person, or as JSON for a script.
struct ResultPrinter: Sendable {
  let console: Console
  let asJSON: Bool

  /// Prints one result.
  ///
  /// - Parameters:
  ///   - report: The result for a script.
  ///   - lines: The result for a person.
  /// - Throws: ``ChannelFailure`` unless all of it was written.
  func print(
    _ report: @autoclosure () -> some Encodable,
    or lines: (Surface) -> [String]
  ) throws {
    try print(json: MachineReport.text(report()), or: lines)
  }

  /// Prints one result whose text for a script is written piece by piece.
  ///
  /// - Parameters:
  ///   - json: The text for a script.
  ///   - lines: The result for a person.
  /// - Throws: ``ChannelFailure`` unless all of it was written.
  func print(json: @autoclosure () throws -> String, or lines: (Surface) -> [String]) throws {
    if asJSON {
      try console.output.write(json())
    } else {
      try console.print(lines(console.surface))
    }
  }
}
