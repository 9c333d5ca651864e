extension CasePath {
  /// Makes a path from the case alone; the payload is found by reflection.
  ///
  /// ```swift
  /// let edit = CasePath(reflecting: Destination.edit)
  /// ```
  ///
  /// It serves enums that one cannot or does not want to conform to ``CasePathable``. Each extraction
  /// costs two reflections, some thousand times what ``init(embed:extract:)`` does.
  ///
  /// Cases are told apart by name. It does not work for enums that have a mirror of their own
  /// (`CustomReflectable`), for cases without payload, and for two cases of one name which take
  /// equal types; these extract nil or the wrong one of the two.
  ///
  /// - Parameter embed: The case as a function, such as `Destination.edit`.
  public init(reflecting embed: @escaping @Sendable (Value) -> Root) {
    self.init(embed: embed) { root in
      guard let (name, payload) = CaseReflection.payload(of: root),
        let value = CaseReflection.cast(payload, to: Value.self),
        // Another case may hold the same type: what the function makes has to have the same name.
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
