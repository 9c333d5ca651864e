import ProgramSignals
import ProgramStreams
import ProgramText
import ProgramTyping
import StandupsData

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads the lines of a shell: key by key on a terminal that can do so, else as they come.
struct ShellReader {
  private static let prompt = "standups> "
  /// A terminal that knows them says what is pasted.
  private static let (beginPasting, endPasting) = ("\u{1B}[?2004h", "\u{1B}[?2004l")
  private let console: Console
  private let isTalking: Bool
  private let historyPath: String?
  private var typing: LineTyping

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - console: The input.
  ///   - historyPath: The file of what was typed before; `nil` for none.
  ///   - completions: The completions of the last of some words.
  init(
    _ console: Console,
    historyPath: String?,
    completions: @escaping @Sendable ([String]) -> [String]
  ) {
    self.console = console
    self.historyPath = historyPath
    isTalking = console.input.isTerminal && console.output.isTerminal
    typing = LineTyping(
      history: isTalking ? historyPath.map(TypedHistory.read) ?? TypedHistory() : TypedHistory(),
      completions: completions
    )
  }

  /// Waits for the next line.
  ///
  /// - Returns: The line; `nil` at the end of the input.
  /// - Throws: ``ChannelFailure`` when the prompt cannot be written, or the input not be read.
  mutating func nextLine() async throws(ChannelFailure) -> String? {
    guard isTalking else { return try await console.readLine() }
    // Taken over first: a signal must not leave the terminal without echo.
    let signals = console.signals(Signals.endings)
    let mode = console.keys()
    let guardian = Task { [console] in
      for await number in signals {
        if mode != nil { try? console.output.write(Self.endPasting) }
        mode?.leave()
        exit(128 + number)
      }
    }
    let result: Result<String?, ChannelFailure>
    do throws(ChannelFailure) {
      result = .success(try await mode == nil ? plainLine() : drawnLine())
    } catch {
      result = .failure(error)
    }
    mode?.leave()
    // Awaited: a command that takes signals over must find them free.
    guardian.cancel()
    await guardian.value
    let line = try result.get()
    if mode != nil, let line, let historyPath, line.contains(where: { !$0.isWhitespace }) {
      // A shell works as well without a file of what was typed.
      try? TypedHistory.append(line, to: historyPath)
    }
    return line
  }

  /// The line of a terminal that cannot give each key.
  private func plainLine() async throws(ChannelFailure) -> String? {
    try console.output.write(Self.prompt)
    let line = try await console.readLine()
    if line == nil { try console.print([""]) }
    return line
  }

  private mutating func drawnLine() async throws(ChannelFailure) -> String? {
    try console.output.write(Self.beginPasting + drawn)
    let line = try await typedLine()
    try console.output.write("\n" + Self.endPasting)
    return line
  }

  private var drawn: String {
    typing.line.drawn(after: Self.prompt, columns: console.output.columns)
  }

  private mutating func typedLine() async throws(ChannelFailure) -> String? {
    while let bytes = try await console.readBytes() {
      var text = ""
      for (index, byte) in bytes.enumerated() {
        for outcome in typing.feed(byte) {
          switch outcome {
          case .line(let line):
            if index + 1 < bytes.count { console.input.putBack(Array(bytes[(index + 1)...])) }
            let last = TypedLine(line)
            let columns = console.output.columns
            try console.output.write(text + last.drawn(after: Self.prompt, columns: columns))
            return line
          case .endOfInput: return nil
          case .interrupted: text += "^C\n"
          case .choices(let choices): text += "\n" + list(choices) + "\n"
          case .refused: text += "\u{7}"
          case .redraw: text += "\u{1B}[H\u{1B}[2J"
          case .edited: break
          }
        }
      }
      try console.output.write(text + drawn)
    }
    return nil
  }

  private func list(_ choices: [String]) -> String {
    let most = 100
    let names = choices.prefix(most).map(DisplayText.printable).joined(separator: "  ")
    return choices.count > most ? names + "  … and \(choices.count - most) more" : names
  }
}
