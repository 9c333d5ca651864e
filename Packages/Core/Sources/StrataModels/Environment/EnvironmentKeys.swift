import StrataConcurrency

/// The namespace of environment values, each declared as a property of an extension.
///
/// ```swift
/// extension EnvironmentKeys {
///   var theme: EnvironmentStorage<Theme> { .init(defaultValue: .light) }
/// }
/// ```
///
/// Read and set as `node.environment.theme`.
public struct EnvironmentKeys: Sendable {}

/// Declares a value that models hand down to those below them; see ``EnvironmentKeys``.
public struct EnvironmentStorage<Value: Sendable>: Sendable {
  let declaration: KeyDeclaration<Value>

  /// Declares a value.
  ///
  /// - Parameters:
  ///   - defaultValue: The value if no model above has set another; made once for the process.
  ///   - name: The value's name, for dumps and reports; left to the compiler.
  ///   - fileID: The file of the declaration, like the next three for reports.
  ///   - filePath: The path of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  public init(
    defaultValue: Value,
    name: String = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    declaration = KeyDeclaration(
      defaultValue: defaultValue,
      isEqual: nil,
      name: name,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Declares a value that can be compared: setting an equal one notifies no observer.
  ///
  /// - Parameters:
  ///   - defaultValue: The value if no model above has set another; made once for the process.
  ///   - name: The value's name, for dumps and reports; left to the compiler.
  ///   - fileID: The file of the declaration, like the next three for reports.
  ///   - filePath: The path of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  public init(
    defaultValue: Value,
    name: String = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: Equatable {
    declaration = KeyDeclaration(
      defaultValue: defaultValue,
      isEqual: { $0 == $1 },
      name: name,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
