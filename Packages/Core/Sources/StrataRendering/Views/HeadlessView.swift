/// A description of something to show, made of other such descriptions, down to lines of text.
///
/// Spelled `View` where SwiftUI cannot be imported, so that a body written for SwiftUI with texts and
/// stacks also prints on a terminal.
public protocol HeadlessView {
  /// The type of the view's content; `Never` for views that print by themselves.
  associatedtype Body: HeadlessView

  /// The view's content.
  @HeadlessViewBuilder var body: Body { get }

  /// The lines that the view prints.
  var lines: [String] { get }

  /// The controls of the view, in order.
  var controls: [HeadlessControl] { get }
}

extension HeadlessView {
  /// The lines of the body.
  public var lines: [String] { body.lines }

  /// The controls of the body.
  public var controls: [HeadlessControl] { body.controls }
}

extension HeadlessView where Body == Never {
  /// There is none: the view prints by itself.
  public var body: Never { fatalError("\(Self.self) has no body: it gives its lines itself.") }

  /// There are none.
  public var controls: [HeadlessControl] { [] }
}

extension Never: HeadlessView {
  /// There is none.
  public var body: Never { fatalError("There is no value of Never.") }

  /// There are none.
  public var lines: [String] { [] }

  /// There are none.
  public var controls: [HeadlessControl] { [] }
}
