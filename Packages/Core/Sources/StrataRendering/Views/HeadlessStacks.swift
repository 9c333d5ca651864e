/// Views one below the other.
///
/// Spelled `VStack` where SwiftUI cannot be imported.
public struct HeadlessVStack<Content: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let content: Content

  /// Stacks views.
  public init(@HeadlessViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// The lines of the views, in order.
  public var lines: [String] { content.lines }

  /// The controls of the views, in order.
  public var controls: [HeadlessControl] { content.controls }
}

/// Views side by side.
///
/// Spelled `HStack` where SwiftUI cannot be imported.
public struct HeadlessHStack<Content: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let content: Content

  /// Puts views side by side.
  public init(@HeadlessViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// One line: the lines of the views, with a space between each two.
  public var lines: [String] { [content.lines.joined(separator: " ")] }

  /// The controls of the views, in order.
  public var controls: [HeadlessControl] { content.controls }
}

extension HeadlessVStack: Sendable where Content: Sendable {}
extension HeadlessHStack: Sendable where Content: Sendable {}
