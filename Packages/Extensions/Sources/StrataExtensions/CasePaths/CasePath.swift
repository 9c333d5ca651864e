/// A path from an enum to the payload of one of its cases.
///
/// It is to enums as a key path is to structs. It extracts the payload, if the value is of that case, and makes a value
/// of that case from a payload.
///
/// ```swift
/// enum Destination {
///   case edit(Draft)
///   case record(Recording)
/// }
///
/// extension CasePath where Root == Destination, Value == Draft {
///   static var edit: Self {
///     Self(embed: Destination.edit) { if case .edit(let draft) = $0 { draft } else { nil } }
///   }
/// }
///
/// let edit: CasePath<Destination, Draft> = .edit
/// var destination = Destination.edit(Draft(title: "One"))
/// edit.extract(from: destination)?.title         // "One"
/// edit.modify(&destination) { $0.title = "Two" } // in place
/// ```
///
/// An enum that conforms to ``CasePathable`` offers its paths as `\.edit`.
///
/// **Laws.** `extract(from: embed(x))` is `x`, and `embed(x)` restores a value from which `x` was extracted. A path
/// that breaks them writes back another value than the one that was there.
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
  @usableFromInline let embedding: @Sendable (Value) -> Root
  @usableFromInline let extraction: @Sendable (Root) -> Value?

  /// Makes a path from two functions.
  ///
  /// - Parameters:
  ///   - embed: Makes a value of the case; the case's name, such as `Destination.edit`, is one.
  ///   - extract: Returns the payload of a value of the case, and nil for all others.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embedding = embed
    self.extraction = extract
  }

  /// The code that makes a value of the case; it distinguishes paths of one type.
  ///
  /// Two paths with different codes may be of one case. Two of different cases have different codes where the program
  /// names each case. Only paths that one function has made of its argument may have one code for two cases.
  @_spi(Strata)
  public var code: UInt {
    // SAFETY: a function is two words; the first is the address of its code.
    unsafe withUnsafeBytes(of: embedding) { unsafe $0.load(as: UInt.self) }
  }

  /// Makes a value of the case.
  @inlinable
  public func embed(_ value: Value) -> Root { embedding(value) }

  /// The payload of a value of the case, or nil if the value is of another.
  @inlinable
  public func extract(from root: Root) -> Value? { extraction(root) }

  /// Whether a value is of the case.
  @inlinable
  public func matches(_ root: Root) -> Bool { extraction(root) != nil }

  /// Changes the payload in place if the value is of the case.
  ///
  /// The payload is not copied: values in its own buffers are changed there. When `body` throws, the payload is put
  /// back as `body` left it.
  ///
  /// - Returns: The value that `body` returns, or nil if the value is of another case; then nothing changes.
  /// - Throws: The error that `body` throws.
  @inlinable
  @discardableResult
  public func modify<Result, Failure: Error>(
    _ root: inout Root,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var value = extraction(root) else { return nil }
    // SAFETY: only this function uses `root` until it returns, and `defer` makes `root` whole on every way out. Its old
    // value is released first, so that `value` is the only owner of the payload.
    return unsafe try withUnsafeMutablePointer(to: &root) { pointer throws(Failure) in
      unsafe pointer.deinitialize(count: 1)
      defer { unsafe pointer.initialize(to: embedding(value)) }
      return try body(&value)
    }
  }
}

extension CasePath where Value == Void {
  /// Makes a path to a case without a payload.
  ///
  /// - Parameters:
  ///   - root: The case.
  ///   - matches: Whether a value is of the case.
  @inlinable
  public init(_ root: Root, matches: @escaping @Sendable (Root) -> Bool) where Root: Sendable {
    self.init(embed: { root }, extract: { matches($0) ? () : nil })
  }
}
