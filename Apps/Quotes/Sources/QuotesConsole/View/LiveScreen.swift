import QuotesSources
import StrataConcurrency
import StrataSources

/// Draws the screen of quotes again whenever it changes.
final class LiveScreen: Renderer {
  @Source var model: Connectable<QuoteScreen>
  private let terminal: Terminal

  /// Makes a renderer that has drawn nothing yet.
  init(_ source: Source<Connectable<QuoteScreen>>, _ terminal: Terminal) {
    _model = source
    self.terminal = terminal
  }

  /// Lets each screen from now on be drawn, on the thread that changes it.
  func begin() {
    // The first read is what subscribes.
    RenderDelivery.with(.immediate) { _ = model }
  }

  /// Draws the current screen.
  func render() {
    terminal.draw(model)
  }
}
