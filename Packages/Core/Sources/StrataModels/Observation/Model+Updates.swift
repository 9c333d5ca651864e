// The name of the same sequence in another version of SwiftModel.

extension Model {
  /// The values of a property, as they change.
  ///
  /// Another name of `change(of:initial:fileID:filePath:line:column:)`.
  @_disfavoredOverload
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

  /// The values of a property that cannot be compared, for each write of its sources.
  ///
  /// Another name of `change(of:)`.
  @_disfavoredOverload
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

  /// The values of a property that contains models, as models are added, removed or reordered.
  ///
  /// Another name of `change(of:initial:recursive:freezeValues:fileID:filePath:line:column:)`.
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

  /// The values of a property that contains models and can be compared, as models are added or removed.
  ///
  /// Another name of `change(of:)`.
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
