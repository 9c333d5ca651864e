/// Dependencies that another object retains: to read them costs no reference count.
///
/// This is for layers that store dependencies with an object of their own which outlives the reading, as a tree of
/// models does. All other code uses ``DependencyValues``.
///
/// - Important: The user of this type ensures that the values it was made of are still retained.
@safe
public struct UncountedDependencies: Sendable {
  // SAFETY: used only while another object retains the values; so the type requires.
  @usableFromInline let storage: Unmanaged<DependencyStorage>?

  /// Refers to values that another object retains.
  public init(_ values: DependencyValues) {
    unsafe storage = values.storage.map { unsafe .passUnretained($0) }
  }

  /// The value of ``published`` without overrides.
  @inlinable public static var noOverrides: UInt { 1 }

  /// The values as a word, for atomic storage; never zero.
  public var published: UInt {
    unsafe storage.map { unsafe UInt(bitPattern: $0.toOpaque()) } ?? Self.noOverrides
  }

  /// Makes the same value again of ``published``; `nil` of zero.
  ///
  /// - Precondition: The values that the word was made of are still retained.
  @inlinable
  public init?(published word: UInt) {
    guard word != 0 else { return nil }
    // SAFETY: by the precondition the word is the address of a storage that is still there.
    let address = word == Self.noOverrides ? 0 : word
    unsafe storage = unsafe UnsafeRawPointer(bitPattern: address).map { unsafe .fromOpaque($0) }
  }

  /// Reads the values.
  ///
  /// - Parameter body: May store the values; from then on they count.
  /// - Returns: The value that `body` returns.
  @inlinable
  @inline(__always)
  public func read<Result>(_ body: (DependencyValues) -> Result) -> Result {
    guard let storage = unsafe storage else { return body(DependencyValues()) }
    return unsafe storage._withUnsafeGuaranteedRef { body(DependencyValues(storage: $0)) }
  }
}
