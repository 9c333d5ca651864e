/// The superclass of a custom source: declare `initialModel`, set `model`.
///
/// ```swift
/// final class ClockSource: SourceOf<Int>, @unchecked Sendable {
///   let initialModel = 0
///   func tick() { model += 1 }
/// }
/// ```
public typealias SourceOf<Model> = SourceBase<Model> & SourceDefinition

/// What a custom source has to declare.
public protocol SourceDefinition<Model>: AnyObject {
  /// What the source is about.
  associatedtype Model

  /// The model that the source begins with.
  ///
  /// Stored, computed or lazy; asked for at most once, when somebody first needs the model, and not
  /// at all when the model is set before. May use the source's own actions, and may set the model,
  /// which then is the first one.
  var initialModel: Model { get }
}
