import Foundation
import StrataConcurrency
import StrataCore

/// Prints the triggers and results of an expression's evaluations.
///
/// The evaluations come one at a time; triggers may come between them from any thread.
final class EvaluationTrace: Sendable {
  private struct State: Sendable {
    /// The lines of the next evaluation's triggers.
    var trigger: [String] = []
    /// The value of the last evaluation.
    var last: CapturedValue?
    /// The calls that led to the first access of each property in the last evaluation.
    var stacks: [SlotRead: [String]] = [:]
  }

  private let top: Context?
  private let name: String
  private let options: DebugOptions
  private let printer: DebugPrinter
  private let text = WriteText(limit: 200)
  private let state = Locked(State(), rank: .leaf)

  /// Makes a trace that has seen no evaluation.
  ///
  /// - Parameters:
  ///   - top: The model below which properties are named by their path, if there is one.
  ///   - name: The name of the expression.
  ///   - options: The texts to print.
  init(below top: Context?, name: String, _ options: DebugOptions) {
    self.top = top
    self.name = name
    self.options = options
    printer = DebugPrinter(options.printer)
  }

  /// Evaluates an expression and notifies the observer of its reads.
  func evaluate<Value>(_ expression: () -> Value) -> Value {
    guard options.accessObserver != nil || options.captureAccessStack else { return expression() }
    state.withLock { $0.stacks = [:] }
    return AccessScope.run { context, slot in
      options.accessObserver?.note(context, slot)
      if options.captureAccessStack { noteStack(SlotRead(context: context, slot: slot)) }
    } _: {
      expression()
    }
  }

  private func noteStack(_ read: SlotRead) {
    guard state.withLock({ $0.stacks[read] == nil }) else { return }
    let stack = Array(Thread.callStackSymbols.prefix(24))
    state.withLock { $0.stacks[read] = stack }
  }

  /// Records the change that makes the last evaluation out of date.
  func noteTrigger(_ change: borrowing Change) {
    guard let triggers = options.triggers else { return }
    let lines = withoutTracking { () -> [String] in
      let path = top.flatMap { text.path(to: change.context, change.slot, below: $0) }
      let property =
        "\(text.name(of: change.context)).\(change.context.layout.slots[change.slot].name)"
      return triggers.lines("\(name) triggered by", [triggers.lines(path ?? property, of: change)])
    }
    let read = SlotRead(context: change.context, slot: change.slot)
    state.withLock { state in
      state.trigger = lines + (state.stacks[read] ?? []).map { "  read by \($0)" }
    }
  }

  /// Prints the triggers of an evaluation that is about to begin.
  func printTrigger() {
    printer.print(
      state.withLock { state in
        defer { state.trigger = [] }
        return state.trigger
      }
    )
  }

  /// Prints what came of an evaluation.
  func noteValue<Value>(_ value: Value) {
    let captured = options.changes == nil ? nil : CapturedValue(value: value)
    let (trigger, last) = state.withLock { state in
      defer {
        state.trigger = []
        state.last = captured
      }
      return (state.trigger, state.last)
    }
    var lines = trigger
    if let changes = options.changes, let last {
      lines += withoutTracking {
        changes.style == nil && ChangeText(.diff).lines(name, from: last.value, to: value).isEmpty
          ? [] : ChangeText(changes).lines(name, from: last.value, to: value)
      }
    }
    printer.print(lines)
  }
}

/// The value of an evaluation.
// SAFETY: the evaluated value is Sendable, as `debug` demands; here it is only stored and read.
private struct CapturedValue: @unchecked Sendable {
  let value: Any
}
