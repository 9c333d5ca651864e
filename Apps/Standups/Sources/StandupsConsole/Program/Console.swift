import ProgramSignals
package import ProgramStreams
package import StrataDependencies

/// The input and the output of a program, for a person or another program.
package struct Console: Sendable {
  /// Takes results.
  package var output: any OutputChannel
  /// Takes what is said about results, and errors.
  package var errors: any OutputChannel
  package var input: any InputChannel
  /// Takes over some signals until the sequence ends or is given up.
  package var signals: @Sendable ([Int32]) -> AsyncStream<Int32>
  /// Makes the terminal give each key as it is pressed; `nil` where it cannot.
  package var keys: @Sendable () -> KeyMode? = { nil }
  /// The program that shows long texts; `nil` if they are written as they are.
  package var pager: Pager?
  /// When texts are coloured.
  package var color = ColorChoice.auto
  /// Whether commands are typed in a `shell`; the shell reads the input itself.
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

  /// The width and colours of the output.
  package var surface: Surface { surface(of: output) }

  /// How texts look on one of the channels.
  package func surface(of channel: any OutputChannel) -> Surface {
    let dependencies = DependencyValues.current
    let paint =
      switch color {
      case .auto:
        Paint(
          isTerminal: channel.isTerminal,
          environment: dependencies.processEnvironment.variables
        )
      case .always: Paint(isOn: true)
      case .never: Paint(isOn: false)
      }
    return Surface(
      columns: channel.columns,
      paint: paint,
      timeZone: dependencies.timeZone
    )
  }

  /// Prints lines of the result.
  ///
  /// - Throws: ``ChannelFailure`` unless all of them were written.
  package func print(_ lines: [String]) throws(ChannelFailure) {
    if lines.count >= output.rows, output.isTerminal, let pager,
      pager.show(lines.map { $0 + "\n" }.joined())
    {
      return
    }
    // Piece by piece: the text of all lines would take as much again as the lines.
    var piece = ""
    for line in lines {
      piece += line
      piece += "\n"
      guard piece.utf8.count >= Self.pieceSize else { continue }
      try output.write(piece)
      piece.removeAll(keepingCapacity: true)
    }
    if !piece.isEmpty || lines.isEmpty { try output.write(piece) }
  }

  /// Waits for the next bytes of the input; gives `nil` at its end.
  ///
  /// - Throws: ``ChannelFailure`` if they cannot be read.
  func readBytes() async throws(ChannelFailure) -> [UInt8]? {
    do throws(InputFailure) {
      return try await input.read()
    } catch {
      throw ChannelFailure(error)
    }
  }

  /// Waits for the next line of the input; gives `nil` at its end.
  ///
  /// - Throws: ``ChannelFailure`` if it cannot be read.
  func readLine() async throws(ChannelFailure) -> String? {
    do throws(InputFailure) {
      return try await input.readLine(limit: ShellLine.longest)
    } catch {
      throw ChannelFailure(error)
    }
  }

  /// How many bytes are worth a call of the system.
  private static let pieceSize = 1 << 16
}

extension Console: DependencyKey {
  /// The process's own standard streams.
  package static var liveValue: Console {
    var console = Console(
      output: StandardChannel.output,
      errors: StandardChannel.errors,
      input: StandardInput.shared,
      signals: { Signals.stream($0) }
    )
    console.keys = KeyMode.enter
    console.pager = Pager.named(in: DependencyValues.current.processEnvironment.variables)
    return console
  }
}

extension DependencyValues {
  /// The console of the program.
  package var console: Console {
    get { self[Console.self] }
    set { self[Console.self] = newValue }
  }
}
