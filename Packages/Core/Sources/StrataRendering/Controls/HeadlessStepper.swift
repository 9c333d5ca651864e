/// A control that changes a value step by step: `3 [-] [+]`.
///
/// Spelled `Stepper` where SwiftUI cannot be imported.
public struct HeadlessStepper<Value: Strideable, Label: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  private let value: HeadlessBinding<Value>
  private let step: Value.Stride
  private let label: Label

  /// Makes a stepper for a bound value.
  public init(
    value: HeadlessBinding<Value>,
    step: Value.Stride = 1,
    @HeadlessViewBuilder label: () -> Label
  ) {
    self.value = value
    self.step = step
    self.label = label()
  }

  /// Does what pressing the plus does.
  public func increment() { value.wrappedValue = value.wrappedValue.advanced(by: step) }

  /// Does what pressing the minus does.
  public func decrement() {
    value.wrappedValue = value.wrappedValue.advanced(by: Value.Stride.zero - step)
  }

  /// The two signs, buttons named `-` and `+`.
  public var controls: [HeadlessControl] {
    [
      HeadlessControl(.button, name: "-") { _ in decrement() },
      HeadlessControl(.button, name: "+") { _ in increment() },
    ]
  }

  /// The label's lines, as one, and the signs to press.
  public var lines: [String] { ["\(label.lines.joined(separator: " ")) [-] [+]"] }
}

@available(*, unavailable)
extension HeadlessStepper: Sendable {}
