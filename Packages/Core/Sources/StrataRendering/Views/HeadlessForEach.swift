/// A view for each element of a collection, one below the other.
///
/// Spelled `ForEach` where SwiftUI cannot be imported.
public struct HeadlessForEach<Data: RandomAccessCollection, Content: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let data: Data
  private let content: (Data.Element) -> Content

  /// Makes a view for each element.
  public init(_ data: Data, @HeadlessViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable {
    self.data = data
    self.content = content
  }

  /// Makes a view for each element, whose identity is at a path.
  public init<ID: Hashable>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @HeadlessViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  /// The lines of the views, in order.
  public var lines: [String] { data.flatMap { content($0).lines } }

  /// The controls of the views, in order.
  public var controls: [HeadlessControl] { data.flatMap { content($0).controls } }
}

@available(*, unavailable)
extension HeadlessForEach: Sendable {}
