import StrataConcurrency
public import StrataDependencies

/// Declares a dependency of a model: of the store's, or of what a model above or this one has put in its place.
///
/// ```swift
/// @ModelDependency(\.factClient.fetch) var fetchFact
///
/// func soundDidChange(to isOn: Bool) {
///   if isOn { $sound.reset() } else { sound = .disabled }
/// }
/// ```
///
/// A write overrides the dependency for this model and those below it, in all values of the model.
@propertyWrapper
public struct ModelDependency<Value: Sendable>: Sendable {
  let reference: PlaceReference
  // SAFETY: a key path is immutable, and those of a program's literals capture what is Sendable.
  nonisolated(unsafe) let keyPath: WritableKeyPath<DependencyValues, Value>

  /// Declares the dependency at a path.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of one.
  ///   - fileID: The line of the declaration, like the next three for reports.
  ///   - filePath: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  public init(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    unsafe self.keyPath = keyPath
    if let place = unsafe ModelConstruction.current?.pointee.reference {
      reference = place
    } else {
      reference = MissingPlace(
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
  }

  /// The dependency.
  public var wrappedValue: Value {
    get { unsafe reference.anyPlace.dependencies[keyPath: keyPath] }
    nonmutating set {
      // SAFETY: as for the property.
      nonisolated(unsafe) let keyPath = unsafe keyPath
      unsafe reference.anyPlace.override(keyPath) { unsafe $0[keyPath: keyPath] = newValue }
    }
  }

  /// The dependency itself, to reset it.
  public var projectedValue: ModelDependency { self }

  /// Restores the value that the models above have.
  ///
  /// Does nothing if the model has no value of its own.
  public func reset() {
    unsafe reference.anyPlace.removeOverride(keyPath)
  }
}
