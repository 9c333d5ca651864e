public import StrataConcurrency
public import StrataCore

extension ModelNode {
  /// A value that is computed when it is read, and cached until one of its sources changes.
  ///
  /// ```swift
  /// var total: Int {
  ///   node.memoize { lines.reduce(0) { $0 + $1.price } }
  /// }
  /// ```
  ///
  /// It is computed once for each change, and only when it is read. The number of readers, or of sources that a
  /// transaction changes, does not matter. A tracking scope that reads it is notified when the value differs, not
  /// when its sources do. It is cached under the line of this call, which must therefore compute the same
  /// whenever it is reached. If the value depends on an argument, use `memoize(for:)`.
  ///
  /// A model that is in no tree, and one that has left it, computes at each read.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file; like the next three, it is part of the key of the cached value.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - produce: Gives the value; depends on nothing but its reads of models, and writes nothing.
  /// - Returns: The value.
  /// - Complexity: O(1) if nothing has changed.
  @inlinable
  public func memoize<Value: Equatable & Sendable>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ produce: @autoclosure () -> (@Sendable () -> Value)
  ) -> Value {
    let place = PlaceKey(fileID: fileID, line: line, column: column)
    if let value = context.keptValue(at: place, as: Value.self) { return value }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return memoized(at: place, callSite, areEqual: { $0 == $1 }, produce())
  }

  /// A value that cannot be compared, cached until one of its sources changes.
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
    _ produce: @autoclosure () -> (@Sendable () -> Value)
  ) -> Value {
    let place = PlaceKey(fileID: fileID, line: line, column: column)
    if let value = context.keptValue(at: place, as: Value.self) { return value }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return memoized(at: place, callSite, areEqual: nil, produce())
  }

  /// A value that is cached under a name until one of its sources changes.
  ///
  /// ```swift
  /// func total(of category: Category) -> Int {
  ///   node.memoize(for: category) { lines.filter { $0.category == category }.count }
  /// }
  /// ```
  ///
  /// It is cached until the model leaves its tree or ``resetMemoization(for:)`` is called. The same name with
  /// another type of value is another value, and replaces the former.
  ///
  /// - Parameters:
  ///   - key: The name, different for each value of this model.
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - produce: Gives the value; depends on nothing but the key and its reads of models.
  /// - Returns: The value.
  @inlinable
  public func memoize<Value: Equatable & Sendable>(
    for key: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ produce: @autoclosure () -> (@Sendable () -> Value)
  ) -> Value {
    if let value = context.keptValue(named: key, as: Value.self) { return value }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let memo = context.memo(named: key) {
      Derived<Value, Never>(of: context, at: callSite, areEqual: { $0 == $1 })
    }
    return value(of: memo, produce())
  }

  /// A value that cannot be compared, cached under a name until one of its sources changes.
  ///
  /// - Returns: The value.
  @inlinable
  public func memoize<Value: Sendable>(
    for key: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ produce: @autoclosure () -> (@Sendable () -> Value)
  ) -> Value {
    if let value = context.keptValue(named: key, as: Value.self) { return value }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let memo = context.memo(named: key) {
      Derived<Value, Never>(of: context, at: callSite, areEqual: nil)
    }
    return value(of: memo, produce())
  }

  /// Drops the value that is cached under a name; the next read computes it.
  ///
  /// This does not notify its readers; to notify them, write one of its sources.
  public func resetMemoization(for key: some Hashable & Sendable) {
    context.removeMemo(named: ProgramName(key))
  }

  @inlinable
  func memoized<Value: Sendable>(
    at place: PlaceKey,
    _ callSite: CallSite,
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    _ produce: @escaping @Sendable () -> Value
  ) -> Value {
    let memo = context.memo(at: place) {
      Derived<Value, Never>(of: context, at: callSite, areEqual: areEqual)
    }
    return value(of: memo, produce)
  }

  @inlinable
  func value<Value: Sendable>(
    of memo: Derived<Value, Never>?,
    _ produce: @escaping @Sendable () -> Value
  ) -> Value {
    // A closure of the value that `withAnchor` returned retains the anchor.
    memo?.observedValue(isKept: anchor == nil, computedBy: produce) ?? produce()
  }
}
