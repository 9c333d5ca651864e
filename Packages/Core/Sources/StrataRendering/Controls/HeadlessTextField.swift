/// A field for one line of text: prints its title and its text, and takes another text.
///
/// Spelled `TextField` where SwiftUI cannot be imported.
public struct HeadlessTextField: HeadlessView, Sendable {
  /// There is none.
  public typealias Body = Never

  private let title: String
  private let text: HeadlessBinding<String>

  /// Makes a field for a text that is stored elsewhere.
  public init(_ title: some StringProtocol, text: HeadlessBinding<String>) {
    self.title = String(title)
    self.text = text
  }

  /// `Username: ada`.
  public var lines: [String] { ["\(title): \(text.wrappedValue)"] }

  /// The field itself.
  public var controls: [HeadlessControl] {
    let text = text
    return [HeadlessControl(.field, name: title) { text.wrappedValue = $0 }]
  }
}
