/// Rows one below the other.
///
/// Spelled `List` where SwiftUI cannot be imported.
public struct HeadlessList<Content: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let content: Content

  /// Makes a list of what is inside.
  public init(@HeadlessViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// The lines of the rows, in order.
  public var lines: [String] { content.lines }

  /// The controls of the rows, in order.
  public var controls: [HeadlessControl] { content.controls }
}

/// Views one upon the other; in print, the upper ones below the lower ones.
///
/// Spelled `ZStack` where SwiftUI cannot be imported.
public struct HeadlessZStack<Content: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let content: Content

  /// Stacks views.
  public init(
    alignment: HeadlessAlignment = .center,
    @HeadlessViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  /// The lines of the views, those of the lowest first.
  public var lines: [String] { content.lines }

  /// The controls of the views, those of the lowest first.
  public var controls: [HeadlessControl] { content.controls }
}

/// The position of a smaller view in a larger one; it has no effect in print.
///
/// Spelled `Alignment` where SwiftUI cannot be imported.
public enum HeadlessAlignment: Sendable, Hashable {
  /// In the middle.
  case center
  /// At the upper edge.
  case top
  /// At the lower edge.
  case bottom
  /// At the edge where lines begin.
  case leading
  /// At the edge where lines end.
  case trailing
}

extension HeadlessList: Sendable where Content: Sendable {}
extension HeadlessZStack: Sendable where Content: Sendable {}
