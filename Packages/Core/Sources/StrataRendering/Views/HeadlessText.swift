/// A text, which may have several lines.
///
/// Spelled `Text` where SwiftUI cannot be imported.
public struct HeadlessText: HeadlessView, Sendable, Hashable {
  /// There is none.
  public typealias Body = Never

  /// The text.
  public let content: String

  /// Makes a text.
  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// The text, split at its line breaks.
  public var lines: [String] {
    content.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Evaluated views: only their lines are left.
public struct HeadlessGroup: HeadlessView, Sendable, Hashable {
  /// There is none.
  public typealias Body = Never

  /// The lines.
  public let lines: [String]

  /// Makes a group of lines.
  public init(_ lines: [String]) {
    self.lines = lines
  }
}
