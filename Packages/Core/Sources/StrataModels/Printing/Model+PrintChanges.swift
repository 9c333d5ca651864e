public import StrataConcurrency
import StrataCore

extension Model {
  /// Prints how the state of this model and of all below it differs after each change, until its result is
  /// cancelled or the model is removed.
  ///
  /// ```swift
  /// let printing = model._printChanges()
  /// await workToTrack()
  /// printing.cancel()
  /// ```
  ///
  /// A transaction is one change. Several commits that wait for their delivery together may be printed as one.
  /// Release builds print nothing, and the call costs nothing there.
  ///
  /// - Parameters:
  ///   - name: The model's name in the output; its type's name when left out.
  ///   - output: The destination, on the threads that write, one change at a time; standard output when left out.
  ///     A copy is written to: give it a reference to the buffer that you read later.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: Ends the printing. On a model that is not active, which is reported, and in release builds there
  ///   is nothing to end.
  /// - Complexity: O(size of all that is below) for each change.
  @discardableResult
  public func _printChanges(
    name: String? = nil,
    to output: some TextOutputStream & Sendable = StandardOutputStream(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> CancellationHandle {
    #if DEBUG
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return printChanges(name: name, to: output, at: callSite)
    #else
    return .inert
    #endif
  }

  /// Prints how the state of this model and of all below it differs after each change, for the model's whole
  /// lifetime.
  ///
  /// Printing starts before its activation, in each incarnation.
  ///
  /// ```swift
  /// let model = AppModel()._withPrintChanges().withAnchor()
  /// ```
  ///
  /// Otherwise as `_printChanges()`.
  ///
  /// - Parameters:
  ///   - name: The model's name in the output; its type's name when left out.
  ///   - output: The destination; standard output when left out.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The same model.
  public func _withPrintChanges(
    name: String? = nil,
    to output: some TextOutputStream & Sendable = StandardOutputStream(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    #if DEBUG
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let context = modelNode.context
    context.onActivation { context in
      guard let model = Self.handle(of: context) else { return }
      _ = model.printChanges(name: name, to: output, at: callSite)
    }
    if context.isLive { _ = printChanges(name: name, to: output, at: callSite) }
    #endif
    return self
  }
}

#if DEBUG
extension Model {
  private func printChanges(
    name: String?,
    to output: some TextOutputStream & Sendable,
    at callSite: CallSite
  ) -> CancellationHandle {
    let model = withoutAnchor
    let printer = ChangePrinter<Self>(name: name ?? modelNode.context.layout.name, output: output)
    let watch = ValueWatch("_printChanges()", at: callSite) {
      model.makeFrozenCopy(isTracked: true)
    } receive: { copy, _ in
      printer.print(copy)
    }
    let work = modelNode.work(at: callSite).onCancel { watch.cancel() }
    watch.start()
    return work
  }
}
#endif
