/// A path to a value that may be missing: through cases, optionals and properties.
///
/// It is the rest of a ``CasePath`` when a property is appended. A payload can be read and changed through it, but no
/// root can be made from a property alone.
///
/// ```swift
/// let title = OptionalPath(\App.destination).unwrapped().appending(Destination.edit).title
/// title.get(from: app)               // nil unless the destination is .edit
/// title.modify(&app) { $0 += "!" }   // in place, and only then
/// ```
@dynamicMemberLookup
public struct OptionalPath<Root, Value>: Sendable {
  @usableFromInline let reading: @Sendable (Root) -> Value?
  @usableFromInline let modifying: @Sendable (inout Root, (inout Value) -> Void) -> Void

  /// Makes a path from two functions.
  ///
  /// - Parameters:
  ///   - get: Returns the value if it exists.
  ///   - modify: Calls its second argument, once, with the value if it exists.
  @inlinable
  public init(
    get: @escaping @Sendable (Root) -> Value?,
    modify: @escaping @Sendable (inout Root, (inout Value) -> Void) -> Void
  ) {
    self.reading = get
    self.modifying = modify
  }

  /// Makes the path to a property.
  @inlinable
  public init(_ keyPath: any WritableKeyPath<Root, Value> & Sendable) {
    self.init(
      get: { $0[keyPath: keyPath] },
      modify: { $1(&$0[keyPath: keyPath]) }
    )
  }

  /// Makes the path to the payload of a case.
  @inlinable
  public init(_ path: CasePath<Root, Value>) {
    self.init(
      get: path.extraction,
      modify: { root, body in path.modify(&root) { body(&$0) } }
    )
  }

  /// The value, or nil if the path leads nowhere.
  @inlinable
  public func get(from root: Root) -> Value? { reading(root) }

  /// Changes the value in place if it exists.
  ///
  /// - Returns: The value that `body` returns, or nil if the path leads nowhere; then nothing changes.
  /// - Throws: The error that `body` throws; the value stays as `body` left it.
  @inlinable
  @discardableResult
  public func modify<Result, Failure: Error>(
    _ root: inout Root,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var result: Swift.Result<Result, Failure>?
    modifying(&root) { value in
      do throws(Failure) {
        result = .success(try body(&value))
      } catch {
        result = .failure(error)
      }
    }
    return try result?.get()
  }

  /// Replaces the value if it exists.
  ///
  /// - Returns: Whether it was.
  @inlinable
  @discardableResult
  public func set(_ root: inout Root, to value: Value) -> Bool {
    modify(&root) { $0 = value } != nil
  }
}
