import StrataConcurrency
import StrataCore
import StrataRendering

extension ObservedModel {
  /// Prints the changes in the model and below it since the view's last evaluation; called from the view's body.
  ///
  /// ```swift
  /// var body: some View {
  ///   let _ = $model.debug()
  ///   Text("\(model.count)")
  /// }
  /// // CounterModel changed:
  /// //   count: 1 → 2
  /// ```
  ///
  /// The body may have been evaluated for another reason; a ``ModelScope`` names the property that it was. Two
  /// views with the same model that call it from the same line count as one. It prints until the model is
  /// removed.
  ///
  /// - Parameters:
  ///   - options: The texts to print, and their output.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func debug(
    _ options: DebugOptions = .changes,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ViewDebug.printChanges(of: wrappedValue.modelNode.context, options, at: callSite)
  }
}

/// The texts that wait for the next evaluation of a view.
private final class ViewDebug: Sendable {
  private struct Place: Hashable {
    let context: ContextID
    let callSite: CallSite
  }

  private static let known = Locked<[Place: ViewDebug]>([:], rank: .leaf)

  private let waiting = Locked<[String]>([], rank: .leaf)
  private let printer: DebugPrinter

  private init(_ output: any TextOutputStream & Sendable) {
    printer = DebugPrinter(output)
  }

  static func printChanges(
    of context: Context,
    _ options: DebugOptions,
    at callSite: CallSite
  ) {
    let place = Place(context: context.id, callSite: callSite)
    if let known = known.withLock({ $0[place] }) { return known.printWaiting() }
    guard context.isLive else { return }
    let debug = ViewDebug(options.printer)
    known.withLock { $0[place] = debug }
    var options = options
    options.printer = WaitingTexts(debug)
    let recording = ModelDebug(context, options).start(at: callSite)
    context.work.onCancel {
      recording.cancel()
      let former = known.withLock { $0.removeValue(forKey: place) }
      withExtendedLifetime(former) {}
    }
  }

  private func printWaiting() {
    printer.print(
      waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
    )
  }

  /// Collects texts instead of the output until they are printed.
  private struct WaitingTexts: TextOutputStream, Sendable {
    let debug: ViewDebug

    init(_ debug: ViewDebug) {
      self.debug = debug
    }

    func write(_ text: String) {
      debug.waiting.withLock { waiting in
        // A view that is never evaluated again must not collect forever.
        if waiting.count >= 200 { waiting.removeFirst() }
        waiting.append(text.last == "\n" ? String(text.dropLast()) : text)
      }
    }
  }
}
