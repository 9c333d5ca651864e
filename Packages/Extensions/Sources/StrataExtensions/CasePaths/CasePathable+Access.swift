extension CasePathable {
  /// The payload of a case, or nil if the value is of another case.
  ///
  /// Assigning a payload makes the value one of that case, whatever it was. A change through `?` does
  /// nothing if the value is of another case.
  ///
  /// ```swift
  /// destination[case: \.edit]?.title = "Two"
  /// ```
  ///
  /// Such a change copies the payload; `modify(\.edit) { … }` does not.
  ///
  /// - Precondition: Nil is not assigned while the value is of the case: an enum always has a case.
  @inlinable
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set {
      let path = Self.allCasePaths[keyPath: keyPath]
      if let newValue {
        self = path.embed(newValue)
      } else if path.matches(self) {
        CasePathTrap.nilAssigned(Self.self)
      }
    }
  }

  /// The payload of a case as a member, in an enum that is declared `@dynamicMemberLookup`.
  ///
  /// ```swift
  /// @CasePathable @dynamicMemberLookup enum Destination { case edit(Draft), idle }
  ///
  /// destination.edit?.title
  /// ```
  @inlinable
  public subscript<Value>(dynamicMember keyPath: CaseKeyPath<Self, Value>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// A value inside the payload of a case, or nil if the value is of another case.
  @inlinable
  public subscript<Value>(case keyPath: OptionalCaseKeyPath<Self, Value>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].get(from: self)
  }

  /// Whether the value is of a case.
  @inlinable
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    Self.allCasePaths[keyPath: keyPath].matches(self)
  }

  /// Changes the payload of a case in place if the value is of that case.
  ///
  /// - Returns: The value that `body` returns, or nil if the value is of another case; then nothing changes.
  /// - Throws: The error that `body` throws; the payload stays as `body` left it.
  @inlinable
  @discardableResult
  public mutating func modify<Value, Result, Failure: Error>(
    _ keyPath: CaseKeyPath<Self, Value>,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try Self.allCasePaths[keyPath: keyPath].modify(&self, body)
  }

  /// Changes a value inside the payload of a case if the value is of that case.
  ///
  /// - Returns: The value that `body` returns, or nil if the value is of another case; then nothing changes.
  /// - Throws: The error that `body` throws; the value stays as `body` left it.
  @inlinable
  @discardableResult
  public mutating func modify<Value, Result, Failure: Error>(
    _ keyPath: OptionalCaseKeyPath<Self, Value>,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try Self.allCasePaths[keyPath: keyPath].modify(&self, body)
  }
}

/// The texts with which case paths end the program.
///
/// This uses `fatalError`, because `precondition` prints nothing in release builds.
@usableFromInline
enum CasePathTrap: Sendable {
  @usableFromInline
  static func nilAssigned(_ type: Any.Type) -> Never {
    fatalError(
      "CasePath: nil was assigned to the case that a value of \(type) has. An enum always has a case: "
        + "assign another one, or make the value optional."
    )
  }
}
