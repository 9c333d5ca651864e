import StrataConcurrency

// Tuples conform to nothing, so each length has an initializer of its own. One initializer with a parameter pack
// could replace them all. But Swift prefers it, as one of no values at all, to the initializer for a value that
// cannot be compared.

extension Observed {
  /// Observes an expression whose values can be compared: an element for each that differs.
  ///
  /// Tuples of two to five such values, and optional ones, are compared value by value.
  ///
  /// - Parameters:
  ///   - initial: Whether the current value is the first element.
  ///   - removeDuplicates: Whether a value that is equal to the one before is left out.
  ///   - coalesceUpdates: Whether only the last of the values that wait to be received is retained.
  ///   - debug: The texts to print about evaluations; none when left out.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - access: The expression.
  public init(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> Element
  ) where Element: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && $0 == $1
    }
  }

  /// Observes two values: an element when one of them differs.
  public init<A: Equatable & Sendable, B: Equatable & Sendable>(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> (A, B)
  ) where Element == (A, B) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && $0 == $1
    }
  }

  /// Observes three values: an element when one of them differs.
  public init<A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable>(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> (A, B, C)
  ) where Element == (A, B, C) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && $0 == $1
    }
  }

  /// Observes four values: an element when one of them differs.
  public init<
    A: Equatable & Sendable,
    B: Equatable & Sendable,
    C: Equatable & Sendable,
    D: Equatable & Sendable
  >(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> (A, B, C, D)
  ) where Element == (A, B, C, D) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && $0 == $1
    }
  }

  /// Observes five values: an element when one of them differs.
  public init<
    A: Equatable & Sendable,
    B: Equatable & Sendable,
    C: Equatable & Sendable,
    D: Equatable & Sendable,
    E: Equatable & Sendable
  >(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> (A, B, C, D, E)
  ) where Element == (A, B, C, D, E) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && $0 == $1
    }
  }

  /// Observes two values that exist together or not at all.
  public init<A: Equatable & Sendable, B: Equatable & Sendable>(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> (A, B)?
  ) where Element == (A, B)? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && areSame($0, $1) { $0 == $1 }
    }
  }

  /// Observes three values that exist together or not at all.
  public init<A: Equatable & Sendable, B: Equatable & Sendable, C: Equatable & Sendable>(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> (A, B, C)?
  ) where Element == (A, B, C)? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && areSame($0, $1) { $0 == $1 }
    }
  }

  /// Observes four values that exist together or not at all.
  public init<
    A: Equatable & Sendable,
    B: Equatable & Sendable,
    C: Equatable & Sendable,
    D: Equatable & Sendable
  >(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> (A, B, C, D)?
  ) where Element == (A, B, C, D)? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && areSame($0, $1) { $0 == $1 }
    }
  }

  /// Observes five values that exist together or not at all.
  public init<
    A: Equatable & Sendable,
    B: Equatable & Sendable,
    C: Equatable & Sendable,
    D: Equatable & Sendable,
    E: Equatable & Sendable
  >(
    initial: Bool = true,
    removeDuplicates: Bool = true,
    coalesceUpdates: Bool = true,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ access: @escaping @Sendable () -> (A, B, C, D, E)?
  ) where Element == (A, B, C, D, E)? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(ObservedOptions(initial, coalesceUpdates, debug, callSite), access) {
      removeDuplicates && areSame($0, $1) { $0 == $1 }
    }
  }
}

/// Whether two optional values are both missing, or both present and equal.
private func areSame<Value>(_ a: Value?, _ b: Value?, by areEqual: (Value, Value) -> Bool) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): areEqual(a, b)
  default: false
  }
}
