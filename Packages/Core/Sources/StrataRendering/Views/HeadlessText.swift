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
    // The two characters of a line break in other systems' texts are one `Character`.
    content.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
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
