import StandupsFeatures
import StrataConcurrency
import StrataStores

// SAFETY: the printer is used only by `render`, which the view store calls one at a time, in order.
/// Shows a running meeting on a terminal or in a pipe.
final class RecordView: StatefulView, @unchecked Sendable {
  private let screen: any OutputChannel
  private let surface: @Sendable () -> Surface
  private let onShow: @Sendable (RecordEvent) -> Void
  private var printer: RecordPrinter

  /// Makes a view.
  ///
  /// - Parameters:
  ///   - screen: The output to show the meeting on.
  ///   - isLive: Whether that is a terminal that can be drawn on.
  ///   - isKeyed: Whether a person types there.
  ///   - surface: The width and colours there, asked each time: a window may be resized.
  ///   - onShow: Called when the end has been shown, and when it cannot be shown.
  init(
    screen: any OutputChannel,
    isLive: Bool,
    isKeyed: Bool,
    surface: @escaping @Sendable () -> Surface,
    onShow: @escaping @Sendable (RecordEvent) -> Void
  ) {
    self.screen = screen
    self.surface = surface
    self.onShow = onShow
    printer = RecordPrinter(isLive: isLive, isKeyed: isKeyed)
  }

  func render(state: RecordViewState, from distinctState: RecordViewState.State?) {
    let text = printer.text(
      state.progress,
      typed: state.typed,
      rings: state.rings,
      on: surface()
    )
    do {
      if !text.isEmpty { try screen.write(text) }
    } catch {
      onShow(.unshown(error))
    }
    if state.current == .ended { onShow(.ended) }
  }
}
