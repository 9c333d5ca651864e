extension Optional where Wrapped: CasePathable {
  /// The payload of a case, or nil if the optional is nil or of another case.
  ///
  /// Assigning a payload makes the value one of that case, whatever it was. Assigning nil makes the optional nil if it
  /// is of that case, and else does nothing. So dismissing an editor does not dismiss the value that has replaced it.
  @inlinable
  public subscript<Value>(case keyPath: CaseKeyPath<Wrapped, Value>) -> Value? {
    get { flatMap { Wrapped.allCasePaths[keyPath: keyPath].extract(from: $0) } }
    set {
      if let newValue {
        self = Wrapped.allCasePaths[keyPath: keyPath].embed(newValue)
      } else if self.is(keyPath) {
        self = nil
      }
    }
  }

  /// Whether the optional contains a value of a case.
  @inlinable
  public func `is`<Value>(_ keyPath: CaseKeyPath<Wrapped, Value>) -> Bool {
    map { $0.is(keyPath) } ?? false
  }

  /// Changes the payload of a case in place if the optional contains a value of that case.
  ///
  /// - Returns: The value that `body` returns, or nil if there is no such value; then nothing changes.
  /// - Throws: The error that `body` throws; the payload stays as `body` left it.
  @inlinable
  @discardableResult
  public mutating func modify<Value, Result, Failure: Error>(
    _ keyPath: CaseKeyPath<Wrapped, Value>,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try self?.modify(keyPath, body)
  }
}
