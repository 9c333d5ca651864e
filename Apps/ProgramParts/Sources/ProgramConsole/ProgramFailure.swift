/// Why a program cannot do what it was asked, and its exit code.
public struct ProgramFailure: Error, Equatable, Sendable {
  /// The kind of failure, as `--json` names it; the exit code follows from it.
  public enum Kind: String, Sendable {
    /// The command line cannot be followed.
    case usage
    /// A line of the input cannot be followed.
    case script
    /// Somebody who is needed cannot be reached, or refuses.
    case unavailable
    /// Something unexpected.
    case software
    /// A result, or a file, cannot be written.
    case output
    /// Nothing came in time.
    case late
    /// What came is not what it should be.
    case damaged

    /// One of the codes of `sysexits.h`.
    public var exitCode: Int32 {
      switch self {
      case .usage: 64
      case .script: 65
      case .unavailable: 69
      case .software: 70
      case .output: 74
      case .late: 75
      case .damaged: 76
      }
    }
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// A sentence for people.
  public let message: String

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - kind: What kind of failure it is.
  ///   - message: A sentence for people.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// What is printed of the failure.
  ///
  /// - Parameters:
  ///   - program: The program's name, which stands first.
  ///   - line: Which line of the input has led to it, if any.
  ///   - asJSON: Whether it is one line of JSON instead of a sentence.
  /// - Returns: The text, with its end of line.
  public func text(of program: String, line: Int? = nil, asJSON: Bool) -> String {
    if asJSON { return FailureReport(self, line: line).jsonLine }
    let place = line.map { "line \($0): " } ?? ""
    return "\(program): \(place)\(message.printable)\n"
  }
}
