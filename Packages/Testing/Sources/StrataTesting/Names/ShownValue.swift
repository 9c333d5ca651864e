@_spi(Strata) import StrataCore

/// A value as the program sees it, without a dialect's additions.
func shown(_ value: Any) -> Any {
  guard let value = (value as? any AnyVersionedValue)?.anyValue else { return value }
  // A source has no model before its first read.
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional ? mirror.children.first?.value ?? value : value
}
