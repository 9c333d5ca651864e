public import StrataRendering

/// Shows a controller inside a view: for previews, and for views made of controllers.
///
/// The controller is loaded and its lines are printed.
public struct PreviewViewController<Controller: HeadlessViewController>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let make: () -> Controller

  /// Makes a view of the controller that a closure makes.
  public init(_ make: @escaping () -> Controller) {
    self.make = make
  }

  /// The lines of a new controller.
  public var lines: [String] {
    let controller = make()
    controller.loadViewIfNeeded()
    return controller.lines
  }
}

@available(*, unavailable)
extension PreviewViewController: Sendable {}

/// A hosted view as a part of another view.
public struct HostedView<State: ViewState, Store: ViewControllerStore<State>, Content: StateView>:
  HeadlessView
where Content.State == State {
  /// There is none.
  public typealias Body = Never

  private let controller: HostingController<State, Store, Content>

  /// Makes a view that shows the content of a controller.
  public init(_ controller: HostingController<State, Store, Content>) {
    self.controller = controller
  }

  /// The lines of the controller's view.
  public var lines: [String] { controller.lines }
}

@available(*, unavailable)
extension HostedView: Sendable {}
