public import StrataRendering

/// Something that shows a model, and changes nothing but by the actions in it.
///
/// Has a ``Source`` property named `model`. A view needs nothing else. A class has a `render()`, and
/// it is called after each change once the model has been read:
///
/// ```swift
/// final class StatusLine: Renderer {
///   @Source var model: Status
///   init(source: Source<Status>) { _model = source }
///   func render() { print(model.text) }
/// }
/// ```
///
/// A class of the main actor says so of the conformance as well; then it is called there wherever the
/// model is set:
///
/// ```swift
/// @MainActor final class StatusLine: @MainActor Renderer {
///   @Source var model: Status
///   init(source: Source<Status>) { _model = source }
///   func render() { print(model.text) }
/// }
/// ```
///
/// `render()` is called on the main queue: at once if the model is set there, else as soon as the
/// queue comes to it. ``RenderDelivery`` says otherwise in tests and command-line programs.
public protocol Renderer<Model> {
  /// What is shown.
  associatedtype Model

  /// What is shown; a property with the wrapper ``Source``.
  var model: Model { get }

  /// Shows the current model.
  func render()
}

extension Renderer where Self: HeadlessView {
  /// Nothing: a view is evaluated again when what it has read changes.
  public func render() {}
}

#if canImport(SwiftUI)
public import SwiftUI

extension Renderer where Self: SwiftUI.View {
  /// Nothing: a view is evaluated again when what it has read changes.
  public func render() {}
}
#endif
