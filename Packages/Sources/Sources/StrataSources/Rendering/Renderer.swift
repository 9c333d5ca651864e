public import StrataRendering

/// Something that shows a model, and changes nothing but by the actions in it.
///
/// It has a ``Source`` property named `model`. A view needs no more than that. A class has a `render()`, which is
/// called after each change once the model has been read:
///
/// ```swift
/// final class StatusLine: Renderer {
///   @Source var model: Status
///   init(source: Source<Status>) { _model = source }
///   func render() { print(model.text) }
/// }
/// ```
///
/// A class of the main actor also isolates the conformance; then it is called there wherever the model is set:
///
/// ```swift
/// @MainActor final class StatusLine: @MainActor Renderer {
///   @Source var model: Status
///   init(source: Source<Status>) { _model = source }
///   func render() { print(model.text) }
/// }
/// ```
///
/// `render()` is called on the main queue: at once if the model is set there, otherwise as soon as the queue reaches
/// it. Tests and command-line programs choose another executor with ``RenderDelivery``.
public protocol Renderer<Model> {
  /// The type of the model to show.
  associatedtype Model

  /// The model to show; a property with the wrapper ``Source``.
  var model: Model { get }

  /// Shows the current model.
  func render()
}

extension Renderer where Self: HeadlessView {
  /// Nothing: a view is evaluated again when a value that it has read changes.
  public func render() {}
}

#if canImport(SwiftUI)
public import SwiftUI

extension Renderer where Self: SwiftUI.View {
  /// Nothing: a view is evaluated again when a value that it has read changes.
  public func render() {}
}
#endif
