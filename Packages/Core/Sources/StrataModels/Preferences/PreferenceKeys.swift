import StrataConcurrency

/// The namespace of preferences, each declared as a property of an extension.
///
/// ```swift
/// extension PreferenceKeys {
///   var total: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
/// }
/// ```
///
/// Contributed to and read as `node.preference.total`.
public struct PreferenceKeys: Sendable {}

/// Declares a value that models hand up to those above them; see ``PreferenceKeys``.
public struct PreferenceStorage<Value: Sendable>: Sendable {
  let declaration: KeyDeclaration<Value>
  let reduce: @Sendable (inout Value, Value) -> Void

  /// Declares a value.
  ///
  /// - Parameters:
  ///   - defaultValue: The value that the reduction begins with, and the value of a model without contributors;
  ///     made once for the process.
  ///   - name: The value's name, for dumps and reports; left to the compiler.
  ///   - fileID: The file of the declaration, like the next three for reports.
  ///   - filePath: The path of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  ///   - reduce: Adds the next contribution to the value of those before it.
  public init(
    defaultValue: Value,
    name: String = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    reduce: @escaping @Sendable (inout Value, Value) -> Void
  ) {
    declaration = KeyDeclaration(
      defaultValue: defaultValue,
      isEqual: nil,
      name: name,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    self.reduce = reduce
  }

  /// Declares a value that can be compared: a reduction with an equal result notifies no observer.
  ///
  /// - Parameters:
  ///   - defaultValue: The value that the reduction begins with, and the value of a model without contributors;
  ///     made once for the process.
  ///   - name: The value's name, for dumps and reports; left to the compiler.
  ///   - fileID: The file of the declaration, like the next three for reports.
  ///   - filePath: The path of the declaration.
  ///   - line: The line of the declaration.
  ///   - column: The column of the declaration.
  ///   - reduce: Adds the next contribution to the value of those before it.
  public init(
    defaultValue: Value,
    name: String = #function,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    reduce: @escaping @Sendable (inout Value, Value) -> Void
  ) where Value: Equatable {
    declaration = KeyDeclaration(
      defaultValue: defaultValue,
      isEqual: { $0 == $1 },
      name: name,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    self.reduce = reduce
  }
}
