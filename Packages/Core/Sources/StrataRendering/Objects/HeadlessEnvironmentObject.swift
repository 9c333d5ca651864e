/// An object that a view finds among those that views above it have offered.
///
/// Spelled `EnvironmentObject` where SwiftUI cannot be imported.
///
/// ```swift
/// struct Total: View {
///   @EnvironmentObject var store: Store<AppState, AppAction, AppEnvironment>
///   var body: some View { Text("\(store.state.count)") }
/// }
///
/// Total().environmentObject(store).lines
/// ```
@propertyWrapper
public struct HeadlessEnvironmentObject<Object: AnyObject & Sendable>: Sendable {
  /// Looks for an object of this type when it is read.
  public init() {}

  /// The object of this type that was offered nearest above.
  ///
  /// - Precondition: The view is evaluated, or its control used, below a view with
  ///   ``HeadlessView/environmentObject(_:)`` of this type.
  public var wrappedValue: Object {
    guard let object = OfferedObjects.current[ObjectIdentifier(Object.self)] as? Object else {
      fatalError(
        """
        No \(Object.self) was offered to this view. Add .environmentObject(_:) to a view above it.
        """
      )
    }
    return object
  }
}

/// The objects that are offered where this code runs.
enum OfferedObjects {
  @TaskLocal static var current: [ObjectIdentifier: any AnyObject & Sendable] = [:]
}

/// A view whose content finds an object.
public struct HeadlessObjectOffer<Content: HeadlessView>: HeadlessView {
  /// There is none.
  public typealias Body = Never

  fileprivate let content: Content
  fileprivate let type: ObjectIdentifier
  fileprivate let object: any AnyObject & Sendable

  /// The lines of the view.
  public var lines: [String] { offering { content.lines } }

  /// The controls of the view, which find the object too when they are used.
  public var controls: [HeadlessControl] {
    offering { content.controls }.map { control in
      HeadlessControl(control.kind, name: control.name) { text in
        offering { control.use(text) }
      }
    }
  }

  private func offering<Result>(_ body: () -> Result) -> Result {
    var objects = OfferedObjects.current
    objects[type] = object
    return OfferedObjects.$current.withValue(objects, operation: body)
  }
}

extension HeadlessObjectOffer: Sendable where Content: Sendable {}

extension HeadlessView {
  /// Offers an object to the views inside, which find it with ``HeadlessEnvironmentObject``.
  public func environmentObject<Object: AnyObject & Sendable>(
    _ object: Object
  ) -> HeadlessObjectOffer<Self> {
    HeadlessObjectOffer(content: self, type: ObjectIdentifier(Object.self), object: object)
  }
}
