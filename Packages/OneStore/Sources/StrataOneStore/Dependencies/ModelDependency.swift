import StrataConcurrency
@_spi(Strata) public import StrataDependencies

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
  private let declaration: CallSite

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
    declaration = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let place = unsafe ModelConstruction.current?.pointee.reference {
      reference = place
    } else {
      reference = MissingPlace(at: declaration)
    }
  }

  /// The dependency.
  public var wrappedValue: Value {
    get {
      // A property takes no line of its caller, so the declaration's is the nearest one.
      unsafe reference.anyPlace.dependencies.value(
        keyPath,
        askedAt: declaration,
        isNear: true,
        remedy: dependencyRemedy
      )
    }
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

/// How a dependency of a store's models is overridden, to follow "Override it".
private let dependencyRemedy =
  "in the closure of Store(initialState:) or TestStore(initialState:)"
