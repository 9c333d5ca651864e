/// Combines the statements of a body into one view.
@resultBuilder
public enum HeadlessViewBuilder: Sendable {
  /// The empty body.
  public static func buildBlock() -> HeadlessGroup { HeadlessGroup([]) }

  /// The first view of a body.
  public static func buildPartialBlock<Content: HeadlessView>(first: Content) -> Content { first }

  /// A further view, below those before it.
  public static func buildPartialBlock<Above: HeadlessView, Content: HeadlessView>(
    accumulated: Above,
    next: Content
  ) -> HeadlessSequence {
    HeadlessSequence(
      lines: accumulated.lines + next.lines,
      controls: accumulated.controls + next.controls
    )
  }

  // Gives a type that names the content; without it the compiler cannot infer the type of the empty branch.
  /// An `if` without `else`.
  public static func buildOptional<Content: HeadlessView>(
    _ content: Content?
  ) -> HeadlessOptional<Content> {
    HeadlessOptional(content)
  }

  /// The first branch of a choice.
  public static func buildEither<First: HeadlessView, Second: HeadlessView>(
    first: First
  ) -> HeadlessEither<First, Second> {
    .first(first)
  }

  /// The second branch of a choice.
  public static func buildEither<First: HeadlessView, Second: HeadlessView>(
    second: Second
  ) -> HeadlessEither<First, Second> {
    .second(second)
  }

  /// A loop.
  public static func buildArray<Content: HeadlessView>(_ content: [Content]) -> HeadlessSequence {
    HeadlessSequence(
      lines: content.flatMap(\.lines),
      controls: content.flatMap(\.controls)
    )
  }
}

/// Evaluated views: their lines and their controls are left.
public struct HeadlessSequence: HeadlessView {
  /// There is none.
  public typealias Body = Never

  /// The lines of all views, in order.
  public let lines: [String]
  /// The controls of all views, in order.
  public let controls: [HeadlessControl]
}

@available(*, unavailable)
extension HeadlessSequence: Sendable {}

/// A view or none.
public struct HeadlessOptional<Content: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let content: Content?

  /// Makes a view of what is there.
  public init(_ content: Content?) {
    self.content = content
  }

  /// The lines of the view, if there is one.
  public var lines: [String] { content?.lines ?? [] }

  /// The controls of the view, if there is one.
  public var controls: [HeadlessControl] { content?.controls ?? [] }
}

extension HeadlessOptional: Sendable where Content: Sendable {}

/// One of two views.
public enum HeadlessEither<First: HeadlessView, Second: HeadlessView>: HeadlessView {
  /// The first.
  case first(First)
  /// The second.
  case second(Second)

  /// There is none.
  public typealias Body = Never

  /// The lines of the view that it is.
  public var lines: [String] {
    switch self {
    case .first(let view): view.lines
    case .second(let view): view.lines
    }
  }

  /// The controls of the view that it is.
  public var controls: [HeadlessControl] {
    switch self {
    case .first(let view): view.controls
    case .second(let view): view.controls
    }
  }
}

extension HeadlessEither: Sendable where First: Sendable, Second: Sendable {}
