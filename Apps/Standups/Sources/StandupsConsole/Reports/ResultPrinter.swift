import ProgramFiles

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
    guard asJSON else { return try console.print(lines(console.surface)) }
    try console.output.write(MachineReport.text(report()))
  }

  /// Prints one result that for a script is written piece by piece.
  ///
  /// - Parameters:
  ///   - report: The result for a script.
  ///   - lines: The result for a person.
  /// - Throws: ``ChannelFailure`` unless all of it was written.
  func print(
    _ report: @autoclosure () -> some WrittenReport,
    or lines: (Surface) -> [String]
  ) throws {
    guard asJSON else { return try console.print(lines(console.surface)) }
    var json = JSONWriter()
    try report().write(to: &json) { json throws(ChannelFailure) in
      guard let piece = json.takePiece() else { return }
      try console.output.write(String(decoding: piece, as: UTF8.self))
    }
    try console.output.write(String(decoding: json.finished(), as: UTF8.self))
  }
}
