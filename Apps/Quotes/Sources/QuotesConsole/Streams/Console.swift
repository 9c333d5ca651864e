package import StrataDependencies

/// The place where a person, or another program, meets this one.
package struct Console: Sendable {
  /// Writes a result; throws an ``OutputFailure`` unless all of it was written.
  package var write: @Sendable (String) throws(OutputFailure) -> Void
  /// Writes what is said about results, errors above all.
  package var complain: @Sendable (String) -> Void
  /// Gives the next line of the input, or `nil` at its end.
  package var nextLine: @Sendable () async -> String?
  /// Whether a person types and watches.
  package var isInteractive: Bool
  /// How many characters fit into a line.
  package var columns: Int

  package init(
    write: @escaping @Sendable (String) throws(OutputFailure) -> Void,
    complain: @escaping @Sendable (String) -> Void,
    nextLine: @escaping @Sendable () async -> String?,
    isInteractive: Bool,
    columns: Int = 80
  ) {
    self.write = write
    self.complain = complain
    self.nextLine = nextLine
    self.isInteractive = isInteractive
    self.columns = columns
  }
}

/// Why a result could not be written.
package enum OutputFailure: Error, Equatable, Sendable {
  /// Nobody reads it any more, as after `quotes show | head -1`.
  case closed
  /// The system refused it, with the system's words.
  case refused(String)
}

extension Console: DependencyKey {
  /// The process's own standard streams.
  package static var liveValue: Console { .standard }
}

extension DependencyValues {
  /// Where the program reads and writes.
  package var console: Console {
    get { self[Console.self] }
    set { self[Console.self] = newValue }
  }
}
