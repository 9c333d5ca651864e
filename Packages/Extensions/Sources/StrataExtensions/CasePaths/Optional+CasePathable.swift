extension Optional where Wrapped: CasePathable {
  /// The payload of a case, or nil if the optional is nil or of another case.
  ///
  /// Assigning a payload makes the value one of that case, whatever it was. Assigning nil makes the
  /// optional nil if it is of that case, and else does nothing: who dismisses an editor must not
  /// dismiss what has taken its place.
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

  /// Whether the optional holds a value of a case.
  @inlinable
  public func `is`<Value>(_ keyPath: CaseKeyPath<Wrapped, Value>) -> Bool {
    map { $0.is(keyPath) } ?? false
  }

  /// Changes the payload of a case in place if the optional holds a value of that case.
  ///
  /// - Returns: What `body` returns, or nil if there is no such value; then nothing changes.
  /// - Throws: What `body` throws; the payload stays as `body` left it.
  @inlinable
  @discardableResult
  public mutating func modify<Value, Result, Failure: Error>(
    _ keyPath: CaseKeyPath<Wrapped, Value>,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try self?.modify(keyPath, body)
  }
}
