import StrataConcurrency

/// Gives a type access to a dependency.
///
/// ```swift
/// struct FactScreen {
///   @Dependency(\.factClient) var factClient
///   @Dependency(\.date.now) var now
///   @Dependency(SoundPlayer.self) var sounds
/// }
/// ```
///
/// The wrapper captures the dependencies in force when it is made. So it also serves them in closures and detached
/// tasks that run long after the scope has ended. Overrides in force at the time of the *read* are laid over the
/// captured ones. The value is looked up at each read.
///
/// Reading takes no lock. It allocates only in one case: through a key path, when the reading code has overrides and
/// some captured ones are not among them.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private enum Source: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues, _ captured: DependencyValues, CallSite) -> Value)
  }

  private let source: Source
  private let callSite: CallSite

  /// The dependencies that were in force when the wrapper was made.
  public let captured: DependencyValues

  /// Finds the dependency, or a part of one, by its property in ``DependencyValues``.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - fileID: The file that a report names.
  ///   - filePath: The path that a report names.
  ///   - line: The line that a report names.
  ///   - column: The column that a report names.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    source = .keyPath(keyPath)
    callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    captured = .current
  }

  /// Finds the dependency by its key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The file that a report names.
  ///   - filePath: The path that a report names.
  ///   - line: The line that a report names.
  ///   - column: The column that a report names.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    source = .key { values, captured, site in
      values.value(key, over: captured, askedAt: site)
    }
    callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    captured = .current
  }

  /// The dependency, looked up now.
  public var wrappedValue: Value {
    let current = DependencyValues.current
    return switch source {
    case .keyPath(let keyPath): current.merged(over: captured).value(keyPath, askedAt: callSite)
    case .key(let read): read(current, captured, callSite)
    }
  }
}

extension DependencyValues {
  /// The value of a key in these values layered over others, which are not layered for it.
  fileprivate func value<Key: TestDependencyKey>(
    _ key: Key.Type,
    over lower: DependencyValues,
    askedAt site: CallSite
  ) -> Key.Value {
    let values =
      if overrides(key) { self } else if lower.overrides(key) { lower } else {
        storage?.choosesDefaults == true ? self : lower
      }
    return values[
      key,
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column
    ]
  }

  private func overrides<Key: TestDependencyKey>(_ key: Key.Type) -> Bool {
    guard let storage else { return false }
    return unsafe storage.find(ObjectIdentifier(key)) != nil
  }
}
