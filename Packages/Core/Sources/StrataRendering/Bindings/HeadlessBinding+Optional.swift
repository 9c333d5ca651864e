extension HeadlessBinding {
  /// Makes a binding to the value of an optional, or `nil` if there is none now.
  ///
  /// When the optional becomes `nil` later, the binding still gives the value it was made with, and writes do
  /// nothing.
  public init?(_ base: HeadlessBinding<Value?>) where Value: Sendable {
    guard let first = base.wrappedValue else { return nil }
    self.init(
      get: { base.wrappedValue ?? first },
      set: { value, _ in
        if base.wrappedValue != nil { base.wrappedValue = value }
      }
    )
  }
}
