// By the name that another version of SwiftModel has for the same sequence.

extension Model {
  /// The values of a property, as they change: another name of
  /// ``change(of:initial:fileID:filePath:line:column:)``.
  public func update<Value: Equatable & Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    initial: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Value> {
    change(
      of: path,
      initial: initial,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// The values of a property that cannot be compared, for each write of what it depends on: another
  /// name of `change(of:)`.
  public func update<Value: Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    initial: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Value> {
    change(
      of: path,
      initial: initial,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// The values of a property that holds models, as other models come and go or change places:
  /// another name of ``change(of:initial:recursive:freezeValues:fileID:filePath:line:column:)``.
  public func update<Value: ModelContainer & Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    initial: Bool = true,
    recursive: Bool = false,
    freezeValues: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Value> {
    change(
      of: path,
      initial: initial,
      recursive: recursive,
      freezeValues: freezeValues,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// The values of a property that holds models and can be compared, as other models come and go:
  /// another name of `change(of:)`.
  public func update<Value: ModelContainer & Equatable & Sendable>(
    of path: any KeyPath<Self, Value> & Sendable,
    initial: Bool = true,
    recursive: Bool = false,
    freezeValues: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Value> {
    change(
      of: path,
      initial: initial,
      recursive: recursive,
      freezeValues: freezeValues,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
