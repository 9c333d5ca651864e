public import ProgramConsole
public import ProgramStreams
import Synchronization

/// A console for tests: it gives known lines, and collects what is written.
public final class CollectedConsole: Sendable {
  /// What became of a program.
  public struct Outcome: Equatable, Sendable {
    /// The exit code.
    public var status: Int32
    /// All results.
    public var output: String
    /// All messages.
    public var errors: String

    /// Makes an outcome that is expected.
    public init(status: Int32, output: String = "", errors: String = "") {
      (self.status, self.output, self.errors) = (status, output, errors)
    }

    /// The lines of the results that are not empty.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private struct Contents {
    var texts: [String] = []
    var errors = ""
    var lines: ArraySlice<String>
  }

  private let contents: Mutex<Contents>
  private let fails: (after: Int, failure: OutputFailure)?
  private let inputFails: InputFailure?
  private let signal: Int32?
  private let isInteractive: Bool
  private let columns: Int

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - lines: The lines of the input.
  ///   - isInteractive: Whether a person types and watches.
  ///   - columns: How many characters fit into a line.
  ///   - inputFails: Why reading fails behind the lines, instead of their end.
  ///   - signal: A signal that comes when the lines have been read; no line and no end comes behind it.
  ///   - outputFails: Why writing results fails, after so many texts.
  public init(
    lines: [String] = [],
    isInteractive: Bool = false,
    columns: Int = 80,
    inputFails: InputFailure? = nil,
    signal: Int32? = nil,
    outputFails: (after: Int, failure: OutputFailure)? = nil
  ) {
    contents = Mutex(Contents(lines: lines[...]))
    self.inputFails = inputFails
    fails = outputFails
    self.signal = signal
    self.isInteractive = isInteractive
    self.columns = columns
  }

  /// The console itself.
  public var console: Console {
    let (signals, sender) = AsyncStream.makeStream(of: Int32.self)
    return Console(
      write: { [self] text throws(OutputFailure) in try write(text) },
      complain: { [self] text in contents.withLock { $0.errors += text } },
      nextLine: { [self] () async throws(InputFailure) -> String? in
        let line = contents.withLock { $0.lines.popFirst() }
        if line == nil, let inputFails { throw inputFails }
        guard line == nil, let signal else { return line }
        sender.yield(signal)
        try? await Task.sleep(for: .seconds(3_600))
        return nil
      },
      isInteractive: isInteractive,
      columns: columns,
      signals: { _ in signals }
    )
  }

  /// What was collected.
  ///
  /// - Parameter status: The exit code.
  /// - Returns: The outcome with this exit code.
  public func outcome(_ status: Int32) -> Outcome {
    contents.withLock {
      Outcome(status: status, output: $0.texts.joined(), errors: $0.errors)
    }
  }

  private func write(_ text: String) throws(OutputFailure) {
    let isFull = contents.withLock { contents in
      if let fails, contents.texts.count >= fails.after { return true }
      contents.texts.append(text)
      return false
    }
    if isFull, let fails { throw fails.failure }
  }
}
