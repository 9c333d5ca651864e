import StrataConcurrency
@_spi(Strata) import StrataCore
import StrataExtensions
@_spi(Strata) public import StrataRendering

extension HeadlessView {
  /// The same view, which prints how a model's state differs from the last evaluation when a change of
  /// something that was read through the model has set the evaluation off.
  ///
  /// Evaluations with another reason print nothing, and so do changes of what the view has not read. To be
  /// written in the body that a `RenderProbe` evaluates; elsewhere nothing is printed.
  ///
  /// - Parameters:
  ///   - model: The model, as the projection of an ``ObservedModel``.
  ///   - name: How the lines are headed: by the model's type when left out.
  ///   - fileID: The caller's file, like the next three for what is kept between evaluations.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - output: Where to print.
  /// - Returns: The view.
  public func printObservedUpdates<M: Model>(
    for model: ObservedModel<M>,
    name: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Self {
    guard let keep = RenderKeep.current else { return self }
    let place = model.wrappedValue.place
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let printer = keep.value(at: callSite) { () -> ObservedPrinter<M.State> in
      let printer = ObservedPrinter<M.State>()
      keep.onTrigger { [weak printer] change in printer?.noteTrigger(change.context) }
      return printer
    }
    if let text = printer.difference(at: place) {
      output("Observed state did update for \(name ?? "\(M.self)"):\n\(text)")
    }
    return self
  }
}

/// What one view has shown of a model, and whether that has set the next evaluation off.
final class ObservedPrinter<State: Sendable>: Sendable {
  private struct Contents: Sendable {
    var place: Place<State>?
    var last: State?
    var isTriggered = false
  }

  private let contents = Locked(Contents(), rank: .leaf)

  /// Takes note of the change that sets the next evaluation off.
  func noteTrigger(_ context: Context) {
    guard let place = contents.withLock({ $0.place }), place.shows(context) else { return }
    contents.withLock { $0.isTriggered = true }
  }

  /// How the state differs from that of the last evaluation, if a change of it has set this one off.
  func difference(at place: Place<State>) -> String? {
    let now = place.visibleState
    let former = contents.withLock { contents in
      defer { contents = Contents(place: place, last: now) }
      return contents
    }
    guard former.isTriggered, former.place === place, let last = former.last else { return nil }
    return ValueDiff().text(from: last, to: now)
  }
}

extension AnyPlace {
  /// Whether a number that views take note of is of this place, or of one below.
  final func shows(_ signal: Context) -> Bool {
    var place = signal.attachmentOwner?.keptObject as? AnyPlace
    while let next = place {
      if next === self { return true }
      place = next.parent
    }
    return false
  }
}
