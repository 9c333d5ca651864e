/// A button: prints its label in brackets, and does something when it is pressed.
///
/// Spelled `Button` where SwiftUI cannot be imported. A program presses it by its words:
///
/// ```swift
/// counterView.press("Increment")
/// ```
public struct HeadlessButton<Label: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let label: Label
  private let action: () -> Void

  /// Makes a button with a view on it.
  public init(action: @escaping () -> Void, @HeadlessViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }

  /// `[Increment]`.
  public var lines: [String] { ["[\(title)]"] }

  /// The button itself.
  public var controls: [HeadlessControl] {
    let action = action
    return [HeadlessControl(.button, name: title) { _ in action() }]
  }

  private var title: String { label.lines.joined(separator: " ") }
}

extension HeadlessButton where Label == HeadlessText {
  /// Makes a button with words on it.
  public init(_ title: some StringProtocol, action: @escaping () -> Void) {
    self.init(action: action) { HeadlessText(title) }
  }
}

@available(*, unavailable)
extension HeadlessButton: Sendable {}
