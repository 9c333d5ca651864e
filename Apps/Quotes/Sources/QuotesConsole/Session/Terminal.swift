import ProgramConsole
import ProgramStreams
import QuotesSources
import StrataConcurrency
import StrataRendering
import StrataSources

/// Draws screens for a person: over the last one while something is on its way, and below later input.
final class Terminal: Sendable {
  private struct State: Sendable {
    var isPrompting = false
    var failure: OutputFailure?
  }

  private static let promptText = "> "

  let columns: Int
  private let console: Console
  private let state = Locked(State(), rank: .leaf)
  private let view: ConsoleView

  /// Makes a terminal on which nothing is drawn yet.
  init(_ console: Console) {
    self.console = console
    columns = console.columns
    let (state, reference) = (state, Locked<ConsoleView?>(nil, rank: .leaf))
    view = ConsoleView(.redrawing) { text in
      let isPrompting = state.withLock { $0.isPrompting }
      // A screen that appears while a person types is printed on lines of its own.
      let text = isPrompting ? "\n\(text)\(Self.promptText)" : text
      do throws(OutputFailure) {
        try console.write(text)
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
      if isPrompting { reference.withLock { $0 }?.settle() }
    }
    reference.withLock { $0 = view }
  }

  /// Draws a screen over the one that is drawn.
  func draw(_ model: Connectable<QuoteScreen>) {
    view.show(QuoteView(source: Source(model: model), columns: columns))
  }

  /// Leaves what is drawn where it is.
  ///
  /// - Throws: ``OutputFailure`` if something could not be drawn.
  func settle() throws(OutputFailure) {
    view.settle()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Asks for a line.
  func prompt() throws(OutputFailure) {
    state.withLock { $0.isPrompting = true }
    try console.write(Self.promptText)
  }

  /// The line has come, or the input has ended.
  func endPrompt(withNewline: Bool) throws(OutputFailure) {
    state.withLock { $0.isPrompting = false }
    if withNewline { try console.write("\n") }
  }
}
