package import StrataDependencies

/// The place where a person, or another program, meets this one.
package struct Console: Sendable {
  /// Takes results.
  package var output: any OutputChannel
  /// Takes what is said about results, and errors.
  package var errors: any OutputChannel
  package var input: any InputChannel
  /// Takes over some signals until the sequence ends or is given up.
  package var signals: @Sendable ([Int32]) -> AsyncStream<Int32>
  /// Whether commands are typed in a `shell`, which reads the input itself.
  package var isShell = false

  package init(
    output: any OutputChannel,
    errors: any OutputChannel,
    input: any InputChannel,
    signals: @escaping @Sendable ([Int32]) -> AsyncStream<Int32>
  ) {
    self.signals = signals
    self.output = output
    self.errors = errors
    self.input = input
  }

  /// How results look at the place where they are shown.
  package var surface: Surface { surface(of: output) }

  /// How texts look on one of the channels.
  package func surface(of channel: any OutputChannel) -> Surface {
    let dependencies = DependencyValues.current
    return Surface(
      columns: channel.columns,
      paint: Paint(
        isTerminal: channel.isTerminal,
        environment: dependencies.processEnvironment.variables
      ),
      timeZone: dependencies.timeZone
    )
  }

  /// Prints lines of the result.
  ///
  /// - Throws: ``OutputFailure`` unless all of them were written.
  package func print(_ lines: [String]) throws(OutputFailure) {
    try output.write(lines.map { $0 + "\n" }.joined())
  }
}

extension Console: DependencyKey {
  /// The process's own standard streams.
  package static var liveValue: Console {
    Console(
      output: StandardChannel.output,
      errors: StandardChannel.errors,
      input: StandardInput.shared,
      signals: { Signals.stream($0) }
    )
  }
}

extension DependencyValues {
  /// Where the program reads and writes.
  package var console: Console {
    get { self[Console.self] }
    set { self[Console.self] = newValue }
  }
}
