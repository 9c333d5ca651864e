/// A description of something to show, made of other such descriptions, down to lines of text.
///
/// Spelled `View` where SwiftUI cannot be imported, so that a body written for SwiftUI with texts and
/// stacks also prints on a terminal.
public protocol HeadlessView {
  /// What the view is made of; `Never` for those that print by themselves.
  associatedtype Body: HeadlessView

  /// What the view is made of.
  @HeadlessViewBuilder var body: Body { get }

  /// The lines that the view prints.
  var lines: [String] { get }
}

extension HeadlessView {
  /// The lines of the body.
  public var lines: [String] { body.lines }
}

extension HeadlessView where Body == Never {
  /// There is none: the view prints by itself.
  public var body: Never { fatalError("\(Self.self) has no body: it gives its lines itself.") }
}

extension Never: HeadlessView {
  /// There is none.
  public var body: Never { fatalError("There is no value of Never.") }

  /// There are none.
  public var lines: [String] { [] }
}
