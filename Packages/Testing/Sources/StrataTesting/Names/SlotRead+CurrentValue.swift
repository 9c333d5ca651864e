import StrataCore

extension SlotRead {
  /// The property's value as the program sees it, untracked; `nil` if there is none any more.
  var currentValue: Any? { context.anyValue(at: slot).map(shown) }
}
