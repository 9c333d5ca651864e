/// Why a program cannot do what it was asked, and its exit code.
public struct ProgramFailure: Error, Equatable, Sendable {
  /// The kind of failure, as `--json` names it; the exit code follows from it.
  public enum Kind: String, Sendable {
    /// The command line cannot be followed.
    case usage
    /// A line of the input cannot be followed.
    case script
    /// The input cannot be read.
    case input
    /// The terminal has gone.
    case hungUp
    /// A named object does not exist.
    case missing
    /// A service that is needed cannot be reached, or rejects the request.
    case unavailable
    /// Something unexpected.
    case software
    /// A result, or a file, cannot be written.
    case output
    /// Nothing came in time.
    case late
    /// The received data are not valid.
    case damaged

    /// One of the codes of `sysexits.h`, or that of a signal.
    public var exitCode: Int32 {
      switch self {
      case .usage: 64
      case .script: 65
      case .missing: 66
      case .unavailable: 69
      case .software: 70
      case .input, .output: 74
      case .late: 75
      case .damaged: 76
      // That of a process ended by `SIGHUP`.
      case .hungUp: 129
      }
    }
  }

  /// The kind of the failure.
  public let kind: Kind
  /// A sentence for people.
  public let message: String

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - kind: The kind of the failure.
  ///   - message: A sentence for people.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The text about the failure.
  ///
  /// - Parameters:
  ///   - program: The program's name, which stands first.
  ///   - line: The line of the input that has led to it, if any.
  ///   - asJSON: Whether it is one line of JSON instead of a sentence.
  /// - Returns: The text, with its end of line.
  public func text(of program: String, line: Int? = nil, asJSON: Bool) -> String {
    if asJSON { return FailureReport(self, line: line).jsonLine }
    let place = line.map { "line \($0): " } ?? ""
    return "\(program): \(place)\(message.printable)\n"
  }
}
