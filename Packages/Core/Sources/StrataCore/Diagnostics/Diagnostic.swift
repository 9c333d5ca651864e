@_spi(Strata) import StrataConcurrency

/// A diagnostic of the engine: the texts of all of them have their functions here.
@usableFromInline
struct Diagnostic: Sendable, Equatable {
  let message: String
  /// The same without the contents of the program's values, if there are some in the message.
  private var messageWithoutValues: String?
  /// The call site to name, if it is not the engine's own line.
  private var callSite: CallSite?

  init(_ message: String) {
    self.message = message
  }

  /// The same diagnostic with a call site.
  func at(_ callSite: CallSite?) -> Diagnostic {
    var diagnostic = self
    diagnostic.callSite = callSite
    return diagnostic
  }

  /// The same diagnostic, with another for a place where it is kept.
  func withoutValues(_ other: Diagnostic) -> Diagnostic {
    var diagnostic = self
    diagnostic.messageWithoutValues = other.message
    return diagnostic
  }

  /// Reports it; called without a lock.
  func report(at callSite: CallSite? = nil) {
    ReportSink.report(
      message,
      withoutValues: messageWithoutValues ?? message,
      at: callSite ?? self.callSite ?? .thisLine()
    )
  }

  /// Reports it with the nearest line that is known, while the caller is on the stack; called without a lock.
  func report(near callSite: CallSite?) {
    ReportSink.report(message, near: callSite ?? self.callSite ?? .thisLine())
  }

  /// Ends the program; called without a lock.
  @usableFromInline
  func trap() -> Never {
    fatalError(message)
  }

  // MARK: History

  static func restoredInTransaction(_ root: String) -> Diagnostic {
    Diagnostic(
      """
      Something was to be undone, redone or restored inside a transaction of the tree of a \(root), whose \
      changes no history knows yet. Nothing is done. Call it after the transaction.
      """
    )
  }

  static func restoredInActivation(_ root: String) -> Diagnostic {
    Diagnostic(
      """
      Something was to be undone, redone or restored in the tree of a \(root) before the last change was \
      complete: models that it has added are being activated. Nothing is done. Call it after the change, or \
      in a task.
      """
    )
  }

  // MARK: Access

  /// A read after the end of the owner, or of its whole tree.
  static func readAfterEnd(_ place: String, ofEndedTree isTreeOver: Bool) -> Diagnostic {
    if isTreeOver {
      return Diagnostic(
        """
        \(place) was read after its tree had ended. The last value is given. Keep the tree's anchor as long as the \
        tree is used, for models the value that withAnchor returned, or let go of the handle with it.
        """
      )
    }
    return Diagnostic(
      """
      \(place) was read after its owner had left the tree. The last value is given. Let go of the \
      handle when the owner is removed, or read from its parent.
      """
    )
  }

  /// A write of a task after the owner's removal; names the task if it is known and was cancelled.
  static func writeAfterEnd(
    _ place: String,
    byCancelled task: String?,
    ofEndedTree isTreeOver: Bool
  ) -> Diagnostic {
    if let task {
      return Diagnostic(
        """
        \(place) was written by \(task), which was told to stop, after its owner had left the tree. \
        The write has no effect. Look at Task.isCancelled after each await, or wait with calls that \
        throw when the task is cancelled, and let them.
        """
      )
    }
    if isTreeOver {
      return Diagnostic(
        """
        \(place) was written after its tree had ended. The write has no effect. Keep the tree's anchor as long as the \
        tree is used, for models the value that withAnchor returned, or end the work that writes with it.
        """
      )
    }
    return Diagnostic(
      """
      \(place) was written after its owner had left the tree. The write has no effect. Cancel the \
      work that writes when the owner is removed; work started through the owner is cancelled by \
      itself.
      """
    )
  }

  static func formerWrite(_ place: String) -> Diagnostic {
    Diagnostic(
      """
      \(place) was written by a cancelled task after its owner had left the tree and been added again: \
      a task of the life before. The write has no effect. Look at Task.isCancelled after each await.
      """
    )
  }

  static func supersededWrite(_ place: String) -> Diagnostic {
    Diagnostic(
      """
      \(place) was written by a task that had been cancelled because newer work replaced it. The write \
      has no effect. Look at Task.isCancelled after each await, and leave to the newer work what has to \
      be set in any case.
      """
    )
  }

  static func frozenWrite(_ place: String) -> Diagnostic {
    Diagnostic(
      """
      \(place) was written on a frozen copy. The write has no effect. Write to the live original.
      """
    )
  }

  /// Names the remedy for a literal, whose type has to be written.
  static func wrongType(
    _ place: String,
    _ slot: Int,
    _ type: Any.Type,
    _ used: Any.Type
  ) -> Diagnostic {
    Diagnostic(
      """
      \(place), slot \(slot), is of type \(type), and was used as one of type \(used). If it is the \
      right slot, the type is that of a literal, as in initialize(\(slot), to: []) or \
      initialize(\(slot), to: 0): write initialize(\(slot), to: … as \(type)).
      """
    )
  }

  static func missingSlot(_ name: String, _ slot: Int, count: Int) -> Diagnostic {
    Diagnostic(
      """
      \(name) has no slot \(slot): its layout has \(count), counted from 0. Use the property's place \
      in the layout.
      """
    )
  }

  static func overlappingAccess(_ place: String, _ action: String) -> Diagnostic {
    Diagnostic(
      """
      Overlapping accesses: this thread is changing \(place) in place and tries to \(action) the \
      same property before the change has ended. In the closure of the change, use its parameter, such as \
      $0. Elsewhere, copy what you need into a local before the change.
      """
    )
  }

  static func writtenSource(_ place: String) -> Diagnostic {
    Diagnostic(
      """
      The computation of \(place) writes what it has read, so that the value is never up to date: \
      each read computes it again. Write nothing in it; derive what it writes, or write that in an \
      observer.
      """
    )
  }
}
