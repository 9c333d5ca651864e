/// An object that a view is given and does not own.
///
/// Spelled `ObservedObject` where SwiftUI cannot be imported. The render probe that evaluates the view records
/// reads of a model or a store.
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
