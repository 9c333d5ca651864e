import StrataConcurrency

/// An object that a view makes and owns.
///
/// Spelled `StateObject` where SwiftUI cannot be imported. The object is made when it is first requested, once
/// for the view and all copies of it. The render probe that evaluates the view records reads of a model or a
/// store.
@propertyWrapper
public struct HeadlessStateObject<Object: AnyObject & Sendable>: Sendable {
  private final class Storage: Sendable {
    private let made = Locked<Object?>(nil, rank: .leaf)
    private let make: @Sendable () -> Object

    init(_ make: @escaping @Sendable () -> Object) {
      self.make = make
    }

    // If two threads ask first, both may make one; the object that was ready first is used.
    var object: Object {
      if let object = made.withLock({ $0 }) { return object }
      let candidate = make()
      return made.withLock { made in
        if let object = made { return object }
        made = candidate
        return candidate
      }
    }
  }

  private let storage: Storage

  /// Stores the object that an expression makes.
  public init(wrappedValue: @autoclosure @escaping @Sendable () -> Object) {
    storage = Storage(wrappedValue)
  }

  /// The object.
  public var wrappedValue: Object { storage.object }
}
