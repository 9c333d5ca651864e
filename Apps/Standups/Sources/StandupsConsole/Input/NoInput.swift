import ProgramStreams

/// Input that has ended before it began.
struct NoInput: InputChannel {
  var isTerminal: Bool { false }

  func read() async throws(InputFailure) -> [UInt8]? { nil }

  func putBack(_ bytes: [UInt8]) {}
}
