import StrataConcurrency
import StrataCore

extension Model {
  /// Prints when this model and each model below it is activated and deactivated, indented by its
  /// depth.
  ///
  /// ```swift
  /// let app = AppModel().withPrintingActivationEvents().withAnchor()
  /// // AppModel activated
  /// //   RowModel[#3] activated
  /// app.rows = []
  /// //   RowModel[#3] deactivated
  /// ```
  ///
  /// A model is activated when its `onActivate` has returned, parents before their children. It is deactivated
  /// when the work that its `onActivate` has started has been cancelled; again parents come first. It also works
  /// in release builds.
  ///
  /// - Parameters:
  ///   - name: The model's name in the output; its type's name when left out.
  ///   - output: The destination, a line at a time, on the threads on which it happens; standard output when left
  ///     out. A copy is written to: give it a reference to the buffer that you read later.
  /// - Returns: The same model. On an active model, later activations are printed.
  public func withPrintingActivationEvents(
    name: String? = nil,
    to output: some TextOutputStream & Sendable = StandardOutputStream()
  ) -> Self {
    let context = modelNode.context
    let printer = DebugPrinter(output)
    context.onActivation { $0.printActivations(named: name, printer) }
    if context.isLive { context.printActivations(named: name, printer) }
    return self
  }
}

extension Context {
  /// Prints activations here and below until this lifetime ends.
  fileprivate func printActivations(named name: String?, _ printer: DebugPrinter) {
    let observation = observeTree(ActivationPrinter(self, name: name, printer))
    work.onCancel { observation.cancel() }
  }
}

/// Prints the activations and deactivations of a model and of those below it.
private final class ActivationPrinter: TreeObserver {
  private let top: Context
  private let name: String?
  private let printer: DebugPrinter
  private let text = WriteText(limit: 80)

  init(_ top: Context, name: String?, _ printer: DebugPrinter) {
    self.top = top
    self.name = name
    self.printer = printer
  }

  func didActivate(_ context: Context) {
    guard let trail = context.trail(from: top) else { return }
    let line = String(repeating: "  ", count: trail.count - 1) + title(of: trail)
    printer.print(["\(line) activated"])
    // The line is made now, because a context that has left has no path any more.
    context.work.onCancel { [printer] in printer.print(["\(line) deactivated"]) }
  }

  private func title(of trail: [TrailStep]) -> String {
    guard trail.count > 1, let last = trail.last else { return name ?? top.layout.name }
    let place = withoutTracking { text.place(of: last.context, in: last.slot) }
    return place.kind + (place.id.map { "[\($0)]" } ?? "")
  }
}
