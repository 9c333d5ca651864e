/// Dependencies that someone else keeps: to read them costs no reference count.
///
/// For layers that keep dependencies with something of their own which outlives the reading, as a tree of
/// models does; everyone else uses ``DependencyValues``.
///
/// - Important: Whoever uses it knows that the values it was made of are still kept.
@safe
public struct UncountedDependencies: Sendable {
  // SAFETY: used only while somebody keeps the values; so the type asks.
  @usableFromInline let storage: Unmanaged<DependencyStorage>?

  /// Refers to values that somebody keeps.
  public init(_ values: DependencyValues) {
    unsafe storage = values.storage.map { unsafe .passUnretained($0) }
  }

  /// What ``published`` is where nothing is overridden.
  @inlinable public static var noOverrides: UInt { 1 }

  /// The values as a word, for atomic storage; never zero.
  public var published: UInt {
    unsafe storage.map { unsafe UInt(bitPattern: $0.toOpaque()) } ?? Self.noOverrides
  }

  /// Makes the same again of ``published``, or nothing of zero.
  ///
  /// - Precondition: The values that the word was made of are still kept.
  @inlinable
  public init?(published word: UInt) {
    guard word != 0 else { return nil }
    // SAFETY: by the precondition the word is the address of a storage that is still there.
    let address = word == Self.noOverrides ? 0 : word
    unsafe storage = unsafe UnsafeRawPointer(bitPattern: address).map { unsafe .fromOpaque($0) }
  }

  /// Reads the values.
  ///
  /// - Parameter body: May keep the values; from then on they count.
  /// - Returns: What `body` returns.
  @inlinable
  @inline(__always)
  public func read<Result>(_ body: (DependencyValues) -> Result) -> Result {
    guard let storage = unsafe storage else { return body(DependencyValues()) }
    return unsafe storage._withUnsafeGuaranteedRef { body(DependencyValues(storage: $0)) }
  }
}
