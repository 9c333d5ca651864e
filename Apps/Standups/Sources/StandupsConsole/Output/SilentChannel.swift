/// A channel that discards all output.
struct SilentChannel: OutputChannel {
  var isTerminal: Bool { false }
  var columns: Int { 80 }

  func write(_ text: String) {}
}
