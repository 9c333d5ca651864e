/// A model that always exists and is shared: it can be read and followed, not set.
///
/// It is the public view of a ``SourceOf``, which alone can set the model. A source is shared: all its holders see the
/// same model at the same time. It never ends and never fails.
///
/// As a property wrapper it reads the current model:
///
/// ```swift
/// struct QuoteView: View, Renderer {
///   @Source var model: Model
///   init(source: Source<Model>) { _model = source }
///   var body: some View { Text(model.quote) }
/// }
/// ```
///
/// Render probes and Swift's observation notice each read. In a class that is a ``Renderer``, the first read also lets
/// `render()` be called after each change.
///
/// May be read from any thread if the model is `Sendable`.
@propertyWrapper
public struct Source<Model> {
  @usableFromInline let base: SourceBase<Model>

  init(base: SourceBase<Model>) { self.base = base }

  /// Makes a source whose model never changes: for previews, placeholders and tests.
  public init(wrappedValue: Model) {
    base = ConstantSource(wrappedValue)
  }

  /// Makes a source whose model never changes: for previews, placeholders and tests.
  public init(model: Model) {
    self.init(wrappedValue: model)
  }

  /// The current model.
  ///
  /// - Complexity: O(1), beside the evaluation of the initial model at the first read.
  @inlinable public var model: Model { base.model }

  /// The current model.
  @inlinable public var wrappedValue: Model { base.model }

  /// The source itself, so that `$model` passes it on.
  public var projectedValue: Source<Model> { self }

  /// The current model, in a property of a class.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: KeyPath<Owner, Model>,
    storage storage: KeyPath<Owner, Source<Model>>
  ) -> Model {
    let base = owner[keyPath: storage].base
    base.noteReader(owner)
    return base.model
  }

  /// The identity of this source, valid until the process ends.
  public var sourceID: SourceID { base.sourceID }

  /// The source itself, so that operators can end in it.
  public func eraseToSource() -> Source<Model> { self }
}

extension Source: Sendable where Model: Sendable {}

// SAFETY: adds a constant, which is the model.
/// A source whose model never changes.
final class ConstantSource<Model>: SourceBase<Model>, @unchecked Sendable {
  private let constant: Model

  init(_ constant: Model) {
    self.constant = constant
    super.init()
  }

  override func makeInitialModel() -> Model { constant }
}
