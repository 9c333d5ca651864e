/// A source that is put together from others: a subclass composes it, once, when the model is first needed.
///
/// ```swift
/// final class TitleSource: ComposedSource<String>, @unchecked Sendable {
///   init(_ user: Source<User>, _ count: Source<Int>) {
///     super.init { user.combined(with: count).map { "\($0.name): \($1)" } }
///   }
/// }
/// ```
open class ComposedSource<Model>: SourceBase<Model> {
  private let compose: @Sendable () -> Source<Model>
  private let composed = ComposedLink<Model>()

  /// Makes a source.
  ///
  /// - Parameter compose: Called once, when the model is first needed.
  public init(_ compose: @escaping @Sendable () -> Source<Model>) {
    self.compose = compose
    super.init()
  }

  override final var isDerived: Bool { true }

  override final func makeInitialModel() -> Model {
    let upstream = Upstream(compose())
    composed.upstream = upstream
    return upstream.begin(self) { $0.model = $1 }
  }

  override final func didMakeInitialModel() { composed.upstream?.start() }
}

// SAFETY: constants; `composed` is written once, while the initial model is made.
extension ComposedSource: @unchecked Sendable where Model: Sendable {}

// SAFETY: `upstream` is written once, before the source has a model, and read afterwards.
/// The upstream of a composed source.
final class ComposedLink<Model>: @unchecked Sendable {
  var upstream: Upstream<Model>?

  init() {}
}
