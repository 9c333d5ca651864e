import CounterFactConsole
import CounterFactModels
import ProgramConsole
import ProgramFiles
import StrataConcurrency
import StrataDependencies

/// A run of the program inside the test's process.
struct TestProgram: Sendable {
  var lines: [String] = []
  var isInteractive = false
  /// Why writing fails, after so many texts.
  var outputFails: (after: Int, OutputFailure)?
  var client: FactClient?

  /// A signal that comes when the lines have been read; no line and no end comes behind it.
  var signal: Int32?

  /// The folder of the program's files; none if it is `nil`.
  var folder: String?

  struct Outcome: Equatable, Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  private struct Written: Sendable {
    var texts: [String] = []
    var errors = ""
    var lines: ArraySlice<String>
  }

  init(_ script: String = "", client: FactClient? = nil) {
    lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if script.isEmpty { lines = [] }
    self.client = client
  }

  func run(_ arguments: String...) async -> Outcome {
    await run(arguments)
  }

  func run(_ arguments: [String]) async -> Outcome {
    let written = Locked(Written(lines: lines[...]), rank: .leaf)
    let fails = outputFails
    let (signals, sender) = AsyncStream.makeStream(of: Int32.self)
    let signal = signal
    let console = Console(
      write: { text throws(OutputFailure) in
        let isFull = written.withLock { written in
          if let fails, written.texts.count >= fails.after { return true }
          written.texts.append(text)
          return false
        }
        if isFull, let fails { throw fails.1 }
      },
      complain: { text in written.withLock { $0.errors += text } },
      nextLine: {
        let line = written.withLock { $0.lines.popFirst() }
        guard line == nil, let signal else { return line }
        sender.yield(signal)
        try? await Task.sleep(for: .seconds(3_600))
        return nil
      },
      isInteractive: isInteractive,
      signals: { _ in signals }
    )
    let status = await withDependencies {
      $0.console = console
      if let folder {
        $0.programFolders = ProgramFoldersProvider {
          ProgramFolders(of: $0, environment: [:], home: folder)
        }
      }
      if let client { $0.factClient = client }
    } operation: {
      await Program.run(arguments)
    }
    return written.withLock {
      Outcome(status: status, output: $0.texts.joined(), errors: $0.errors)
    }
  }
}
