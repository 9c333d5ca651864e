import StrataConcurrency
import StrataCore

/// An event that was sent while a test ran.
struct SentEvent: Sendable {
  let number: Int
  let event: any Sendable
  let sender: Context
  let callSite: CallSite
  /// Whether its sender is a model with a context of its own, and no view of a store's state.
  let isOfModel: Bool
  var isAsserted = false
  /// Whether it may be asserted and need not be.
  var isExcused = false
}
