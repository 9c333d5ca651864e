/// The superclass of a custom source: declare `initialModel`, set `model`.
///
/// ```swift
/// final class ClockSource: SourceOf<Int>, @unchecked Sendable {
///   let initialModel = 0
///   func tick() { model += 1 }
/// }
/// ```
public typealias SourceOf<Model> = SourceBase<Model> & SourceDefinition

/// The requirements of a custom source.
public protocol SourceDefinition<Model>: AnyObject {
  /// The type of the source's model.
  associatedtype Model

  /// The model that the source begins with.
  ///
  /// It is stored, computed or lazy. It is asked for at most once, when the model is first needed, and not at all when
  /// the model is set before. It may use the source's own actions, and may set the model, which then is the first one.
  var initialModel: Model { get }
}
