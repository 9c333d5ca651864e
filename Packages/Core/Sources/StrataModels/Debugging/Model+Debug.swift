public import StrataConcurrency
import StrataCore

extension Model {
  /// Prints the changes in this model and below it for the model's whole lifetime: from before its activation on,
  /// in each incarnation.
  ///
  /// ```swift
  /// let app = AppModel().withDebug().withAnchor()
  /// app.rows[0].title = "Weekly"
  /// // AppModel changed:
  /// //   rows[#3].title: "Daily" → "Weekly"
  /// ```
  ///
  /// A transaction is one text, in the order in which its properties were first written. It is made of the change
  /// records, so unchanged state costs nothing. A text has at most 50 properties and each property 100 lines.
  /// Unlike `_withPrintChanges` it also works in release builds.
  ///
  /// - Parameters:
  ///   - options: The texts to print, and their output.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The same model.
  public func withDebug(
    _ options: DebugOptions = .changes,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let context = modelNode.context
    context.onActivation { _ = $0.debug(options, at: callSite) }
    if context.isLive { _ = context.debug(options, at: callSite) }
    return self
  }
}

extension ModelNode {
  /// Prints the changes in this model and below it, until its result is cancelled or the model is removed.
  ///
  /// Otherwise like ``Model/withDebug(_:fileID:filePath:line:column:)``. On a model that is in no tree nothing is
  /// printed, and that is reported.
  ///
  /// - Parameters:
  ///   - options: The texts to print, and their output.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: Ends the printing.
  @discardableResult
  public func debug(
    _ options: DebugOptions = .changes,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard context.isLive else { return work(at: callSite).onCancel {} }
    return context.debug(options, at: callSite)
  }

  /// Evaluates a closure now and whenever one of its sources has changed, and prints the trigger and the result
  /// of each evaluation.
  ///
  /// It runs until its result is cancelled or the model is removed.
  ///
  /// ```swift
  /// node.debug { rows.filter(\.isOpen).count }
  /// // expression at App/AppModel.swift:12 triggered by rows[#3].isOpen
  /// // expression at App/AppModel.swift:12: 2 → 3
  /// ```
  ///
  /// An evaluation with the same result prints no change: a sign that it was in vain. Of several properties that
  /// change together the first one is named.
  ///
  /// - Parameters:
  ///   - options: The texts to print, and their output; the observer to notify of reads.
  ///   - fileID: The caller's file; like the next three, it names the call site.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - expression: The expression to evaluate.
  /// - Returns: Ends the printing.
  @discardableResult
  public func debug<Value: Sendable>(
    _ options: DebugOptions = .all,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ expression: @escaping @Sendable () -> Value
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard context.isLive else { return work(at: callSite).onCancel {} }
    let name = options.name ?? "expression at \(callSite)"
    let trace = EvaluationTrace(below: context, name: name, options)
    let watch = ValueWatch("debug", at: callSite) { change in
      trace.noteTrigger(change)
    } evaluate: {
      trace.evaluate(expression)
    } receive: { value, _ in
      trace.noteValue(value)
    }
    let work = context.work.onCancel { watch.cancel() }
    watch.start()
    return work
  }
}

extension Context {
  /// Prints the changes here and below until its result is cancelled, or the lifetime ends.
  fileprivate func debug(_ options: DebugOptions, at callSite: CallSite) -> CancellationHandle {
    let recording = ModelDebug(self, options).start(at: callSite)
    return work.onCancel { recording.cancel() }
  }
}
