@_spi(Strata) import StrataCore

extension SlotRead {
  /// The property's value as the program sees it, untracked; `nil` if there is none any more.
  var currentValue: Any? {
    if let testedProperty { return testedProperty.value }
    return context.anyValue(at: slot).map(shown)
  }

  /// The property of a store that keeps its state in one value.
  var testedProperty: (name: String, value: Any?)? {
    guard context.layout.attachment != nil, let root = context.root,
      let store = root.keptObject as? any AssertableState
    else { return nil }
    return store.testedProperty(of: self)
  }
}
