public import StrataConcurrency
public import StrataCore

extension ModelNode {
  /// A value that is computed when it is read, and kept until something that it was computed from
  /// changes.
  ///
  /// ```swift
  /// var total: Int {
  ///   node.memoize { lines.reduce(0) { $0 + $1.price } }
  /// }
  /// ```
  ///
  /// However many read it, and however many of its sources a transaction changes, it is computed once
  /// for each change, and only if someone asks. Who reads it in a scope that tracks is told when the
  /// value differs, not when the sources do. It is kept under the line where this is called, which must
  /// therefore compute the same whenever it is reached; where that depends on an argument, use
  /// `memoize(for:)`.
  ///
  /// A model that is in no tree, and one that has left it, computes at each read.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three what the value is kept under.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - produce: Gives the value; depends on nothing but what it reads of models, and writes nothing.
  /// - Returns: The value.
  /// - Complexity: O(1) if nothing has changed.
  @inlinable
  public func memoize<Value: Equatable & Sendable>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ produce: @escaping @Sendable () -> Value
  ) -> Value {
    let place = PlaceKey(fileID: fileID, line: line, column: column)
    if let value = context.keptValue(at: place, as: Value.self) { return value }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return memoized(.place(place), at: callSite, areEqual: { $0 == $1 }, produce)
  }

  /// A value that cannot be compared, kept until something that it was computed from changes.
  ///
  /// Each new computation counts as a change.
  ///
  /// - Returns: The value.
  @inlinable
  public func memoize<Value: Sendable>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ produce: @escaping @Sendable () -> Value
  ) -> Value {
    let place = PlaceKey(fileID: fileID, line: line, column: column)
    if let value = context.keptValue(at: place, as: Value.self) { return value }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return memoized(.place(place), at: callSite, areEqual: nil, produce)
  }

  /// A value that is kept under a name until something that it was computed from changes.
  ///
  /// ```swift
  /// func total(of category: Category) -> Int {
  ///   node.memoize(for: category) { lines.filter { $0.category == category }.count }
  /// }
  /// ```
  ///
  /// Kept until the model leaves its tree or ``resetMemoization(for:)`` is called. The same name with
  /// another type of value is another value, and takes the place of the former.
  ///
  /// - Parameters:
  ///   - key: The name, different for each value of this model.
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - produce: Gives the value; depends on nothing but the key and what it reads of models.
  /// - Returns: The value.
  @inlinable
  public func memoize<Value: Equatable & Sendable>(
    for key: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ produce: @escaping @Sendable () -> Value
  ) -> Value {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return memoized(.named(NamedMemo(key)), at: callSite, areEqual: { $0 == $1 }, produce)
  }

  /// A value that cannot be compared, kept under a name until something that it was computed from
  /// changes.
  ///
  /// - Returns: The value.
  @inlinable
  public func memoize<Value: Sendable>(
    for key: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ produce: @escaping @Sendable () -> Value
  ) -> Value {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return memoized(.named(NamedMemo(key)), at: callSite, areEqual: nil, produce)
  }

  /// Lets go of the value that is kept under a name; the next read computes it.
  ///
  /// Who has read it is not told: for that, write something that it was computed from.
  public func resetMemoization(for key: some Hashable & Sendable) {
    context.removeMemo(.named(NamedMemo(key)))
  }

  @inlinable
  func memoized<Value: Sendable>(
    _ key: MemoKey,
    at callSite: CallSite,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ produce: @escaping @Sendable () -> Value
  ) -> Value {
    let memo = context.memo(key) {
      Derived<Value, Never>(of: context, at: callSite, areEqual: areEqual)
    }
    // A closure of the value that `withAnchor` returned holds the anchor.
    return memo?.observedValue(isKept: anchor == nil, computedBy: produce) ?? produce()
  }
}
