/// An object that a view is given and does not keep to itself.
///
/// Spelled `ObservedObject` where SwiftUI cannot be imported. Reads of a model or a store are noted
/// by the render probe that evaluates the view.
@propertyWrapper
public struct HeadlessObservedObject<Object: AnyObject> {
  /// The object.
  public var wrappedValue: Object

  /// Takes an object.
  public init(wrappedValue: Object) {
    self.wrappedValue = wrappedValue
  }
}

extension HeadlessObservedObject: Sendable where Object: Sendable {}
