public import ProgramStreams
public import StrataDependencies

/// The input and the output of a program, for a person or another program.
public struct Console: Sendable {
  /// Writes a result; throws an ``OutputFailure`` unless all of it was written.
  public var write: @Sendable (String) throws(OutputFailure) -> Void
  /// Writes messages about results, errors above all.
  public var complain: @Sendable (String) -> Void
  /// Gives the next line of the input, or `nil` at its end; throws an ``InputFailure`` if it cannot be read.
  ///
  /// A line with more bytes than ``longestLine`` is cut somewhere behind them; see ``line()``.
  public var nextLine: @Sendable () async throws(InputFailure) -> String?
  /// Takes over some signals until the sequence ends or is given up.
  public var signals: @Sendable ([Int32]) -> AsyncStream<Int32>
  /// Whether a person types and watches.
  public var isInteractive: Bool
  /// How many characters fit into a line.
  public var columns: Int

  /// The longest line of the input, in bytes.
  public static let longestLine = 1 << 16

  /// Makes a console of what it does.
  public init(
    write: @escaping @Sendable (String) throws(OutputFailure) -> Void,
    complain: @escaping @Sendable (String) -> Void,
    nextLine: @escaping @Sendable () async throws(InputFailure) -> String?,
    isInteractive: Bool,
    columns: Int = 80,
    signals: @escaping @Sendable ([Int32]) -> AsyncStream<Int32> = { _ in AsyncStream { _ in } }
  ) {
    self.signals = signals
    self.write = write
    self.complain = complain
    self.nextLine = nextLine
    self.isInteractive = isInteractive
    self.columns = columns
  }

  /// Waits for the next line of the input.
  ///
  /// - Returns: The line; `nil` at the end of the input.
  /// - Throws: ``ProgramFailure`` if the input cannot be read, or if the line is too long. The program should end
  ///   then: the rest of such a line is no line of its own, and may never end.
  public func line() async throws(ProgramFailure) -> String? {
    let line: String?
    do throws(InputFailure) {
      line = try await nextLine()
    } catch {
      throw ProgramFailure(error == .hungUp ? .hungUp : .input, error.description)
    }
    guard line.map({ $0.utf8.count <= Self.longestLine }) ?? true else {
      throw ProgramFailure(.script, "The line has more than \(Self.longestLine) bytes.")
    }
    return line
  }
}

extension Console: DependencyKey {
  /// The process's own standard streams.
  public static var liveValue: Console { .standard }
}

extension DependencyValues {
  /// The console of the program.
  public var console: Console {
    get { self[Console.self] }
    set { self[Console.self] = newValue }
  }
}
