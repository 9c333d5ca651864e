/// Something on a headless view that a person could use: a button to press, a field to fill in.
///
/// A console or a test finds the controls of a view by name and uses them.
public struct HeadlessControl {
  /// The ways to use a control.
  public enum Kind: String, Sendable {
    /// It can be pressed.
    case button
    /// It takes a text.
    case field
  }

  /// The way to use it.
  public let kind: Kind
  /// The words on it.
  public let name: String
  private let action: (String) -> Void

  /// Makes a control.
  ///
  /// - Parameters:
  ///   - kind: The way to use it.
  ///   - name: The words on it.
  ///   - action: Called when it is used, with the text that was entered; empty for a button.
  public init(_ kind: Kind, name: String, action: @escaping (String) -> Void) {
    self.kind = kind
    self.name = name
    self.action = action
  }

  /// Does what the control is for.
  ///
  /// - Parameter text: The text to enter into a field; a button ignores it.
  public func use(_ text: String = "") {
    action(text)
  }
}

@available(*, unavailable)
extension HeadlessControl: Sendable {}

extension HeadlessView {
  /// Presses the first button of a name.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  public func press(_ name: String) -> Bool {
    let button = controls.first { $0.kind == .button && $0.name == name }
    button?.use()
    return button != nil
  }

  /// Enters a text into the first field of a name and replaces the old one.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  public func enter(_ text: String, into name: String) -> Bool {
    let field = controls.first { $0.kind == .field && $0.name == name }
    field?.use(text)
    return field != nil
  }
}
