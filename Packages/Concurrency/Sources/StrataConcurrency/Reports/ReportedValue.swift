/// Names a value of the program in a message that is saved, where its contents may be secret.
@_spi(Strata)
public enum ReportedValue: Sendable {
  /// The name of a value without its contents.
  ///
  /// - Parameter value: The value.
  /// - Returns: The case of an enum, such as `login(…)`, or the name of the type.
  public static func name(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let type = String(describing: type(of: value))
    // A mirror of its own may leave the contents out, or show them as a case.
    guard mirror.displayStyle == .enum, !(value is any CustomReflectable) else { return type }
    if let label = mirror.children.first?.label { return "\(label)(…)" }
    return String(describing: value)
  }
}
