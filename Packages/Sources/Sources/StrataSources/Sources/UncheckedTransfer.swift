/// Carries a value past a check that knows less than its user.
struct UncheckedTransfer<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

// SAFETY: a source is Sendable only if its model is. The transferred values are models, and functions that take them,
// of a source that is either Sendable or stays where it is.
extension UncheckedTransfer: @unchecked Sendable {}
