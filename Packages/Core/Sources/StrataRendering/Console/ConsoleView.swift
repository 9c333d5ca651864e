import StrataConcurrency

/// Shows lines on a terminal, or in a pipe, and writes only those that differ from the shown ones.
///
/// May be used from any thread; the output of one call is not mixed with that of another.
public final class ConsoleView: Sendable {
  /// How lines are brought up to date.
  public enum Style: Sendable {
    /// Over the old lines, with control sequences: for a terminal.
    case redrawing
    /// By printing lines that are new or differ below what is there: for pipes and logs.
    case appending
  }

  private struct State: Sendable {
    var lines: [String] = []
    var written = 0
  }

  private let state = Locked(State(), rank: .leaf)
  private let order = ImmediateDelivery()
  private let style: Style
  private let write: @Sendable (String) -> Void

  /// Makes a view that shows nothing yet.
  ///
  /// - Parameters:
  ///   - style: How lines are brought up to date.
  ///   - write: Called with text to print as it is, at most once for each change and never at the
  ///     same time as another call.
  public init(
    _ style: Style,
    write: @escaping @Sendable (String) -> Void = { print($0, terminator: "") }
  ) {
    self.style = style
    self.write = write
  }

  /// The lines that are shown.
  public var lines: [String] { state.withLock { $0.lines } }

  /// How many lines have been written since the view was made.
  public var writtenLineCount: Int { state.withLock { $0.written } }

  /// Shows lines instead of those that are shown.
  ///
  /// A call while another thread writes, or from inside `write`, is written by that thread.
  public func show(_ lines: [String]) {
    order.deliver { self.showNow(lines) }
  }

  private func showNow(_ lines: [String]) {
    let change = state.withLock { state in
      let change = ConsoleChange(from: state.lines, to: lines)
      state.lines = lines
      state.written += change.changed.count
      return change
    }
    guard !change.isEmpty else { return }
    switch style {
    case .redrawing: write(change.redrawing)
    case .appending:
      guard !change.changed.isEmpty else { return }
      write(change.changed.map { "\($0.text)\n" }.joined())
    }
  }

  /// Shows the lines of a view.
  public func show(_ view: some HeadlessView) {
    show(view.lines)
  }

  /// Leaves the shown lines where they are; the next lines are shown below them.
  public func settle() {
    order.deliver { self.state.withLock { $0.lines = [] } }
  }
}
