extension CasePath {
  /// Makes a path from the case alone; the payload is found by reflection.
  ///
  /// ```swift
  /// let edit = CasePath(reflecting: Destination.edit)
  /// ```
  ///
  /// It serves enums that one cannot or does not want to conform to ``CasePathable``. Each extraction costs two
  /// reflections, some thousand times the cost of ``init(embed:extract:)``.
  ///
  /// The name distinguishes cases. So it fails for enums that have a mirror of their own (`CustomReflectable`) and for
  /// cases without payload. It also fails for two cases of one name with equal types. These extract nil or the wrong
  /// one of the two.
  ///
  /// - Parameter embed: The case as a function, such as `Destination.edit`.
  public init(reflecting embed: @escaping @Sendable (Value) -> Root) {
    self.init(embed: embed) { root in
      guard let (name, payload) = CaseReflection.payload(of: root),
        let value = CaseReflection.cast(payload, to: Value.self),
        // Another case may contain the same type, so the function's result has to have the same name.
        CaseReflection.payload(of: embed(value))?.name == name
      else { return nil }
      return value
    }
  }
}

/// The cases of enums as reflection shows them.
@_spi(Strata)
public enum CaseReflection: Sendable {
  /// The name of the case of a value and its payload, or nil if it has no payload or is no enum.
  public static func payload<Root>(of root: Root) -> (name: String, payload: Any)? {
    let mirror = Mirror(reflecting: root)
    guard mirror.displayStyle == .enum || mirror.displayStyle == .optional,
      let child = mirror.children.first, let name = child.label
    else { return nil }
    return (name, child.value)
  }

  /// A payload as the type that the case's function takes.
  static func cast<Value>(_ payload: Any, to type: Value.Type) -> Value? {
    if let value = payload as? Value { return value }
    // `case edit(draft: Draft)` is reflected as a tuple of one element with a label.
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple, mirror.children.count == 1 else { return nil }
    return mirror.children.first?.value as? Value
  }
}
