public import Synchronization

#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#endif

/// One word of memory that each thread has for itself, `nil` until the thread sets it.
///
/// ```swift
/// private static let word = ThreadWord("LastHandlers")
///
/// static var areRunning: Bool { word.bits != 0 }
/// ```
///
/// A word belongs to a global constant, because the system has few keys, and the word never gives its own back. The key
/// is made at the first use. Until then a read costs one load.
///
/// All functions may be called from any thread, and access the word of that thread. The idea is that of POSIX
/// thread-specific data, which works on all platforms of Swift and needs no lock.
@safe
@frozen
public struct ThreadWord: ~Copyable, Sendable {
  #if canImport(Darwin)
  /// A function that gets the word of a thread that ends.
  public typealias End = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Void
  #else
  /// A function that gets the word of a thread that ends.
  public typealias End = @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void
  #endif

  // Not a global that is made on first use, because each access would call a function that asks whether it was made.
  /// One more than the key, or zero before there is one.
  @usableFromInline let key = Atomic<UInt>(0)
  @usableFromInline let name: StaticString
  // SAFETY: called with what the owner of the word has stored, on the thread that has stored it.
  @usableFromInline let end: End?

  /// Makes a word.
  ///
  /// - Parameter name: The type that uses it, for the message if the system has no more keys.
  @inlinable
  public init(_ name: StaticString) {
    self.name = name
    unsafe end = nil
  }

  /// Makes a word whose memory is released with the thread.
  ///
  /// - Parameters:
  ///   - name: The type that uses it, for the message if the system has no more keys.
  ///   - end: Called with the word of each thread that ends, unless that is `nil`; runs on the ending thread.
  @inlinable
  public init(_ name: StaticString, end: @escaping End) {
    self.name = name
    unsafe self.end = unsafe end
  }

  /// The word of this thread, as an address.
  @inlinable
  public var address: UnsafeMutableRawPointer? {
    @inline(__always) get {
      let word = key.load(ordering: .acquiring)
      guard word != 0 else { return nil }
      return unsafe pthread_getspecific(pthread_key_t(truncatingIfNeeded: word &- 1))
    }
    nonmutating set { unsafe pthread_setspecific(ensuredKey, newValue) }
  }

  // A thread-specific value is a pointer. The number travels as its bit pattern, which is never followed.
  /// The word of this thread, as a number; zero until the thread sets it.
  @inlinable
  public var bits: UInt {
    @inline(__always) get { unsafe UInt(bitPattern: address) }
    nonmutating set { unsafe address = unsafe UnsafeMutableRawPointer(bitPattern: newValue) }
  }

  /// The object that the innermost ``with(_:_:)`` of this thread has stored.
  ///
  /// - Parameter type: The type of the objects that this word stores.
  /// - Returns: The object, or `nil` outside.
  @inlinable
  @inline(__always)
  public func object<Object: AnyObject>(_ type: Object.Type) -> Object? {
    // SAFETY: the caller names the type, and `with` retains the object while the word points to it.
    unsafe address.map { unsafe Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a closure during which the word of this thread is an object, and then restores the word.
  ///
  /// - Parameters:
  ///   - object: The object, which is retained until the closure has returned, or `nil`.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: The error that the closure throws.
  @inlinable
  public func with<Result: ~Copyable, Failure: Error>(
    _ object: AnyObject?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe address
    // SAFETY: the object is retained until the word has its former value again.
    unsafe address = object.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    defer {
      unsafe address = outer
      withExtendedLifetime(object) {}
    }
    return try body()
  }

  @inlinable
  var ensuredKey: pthread_key_t {
    let word = key.load(ordering: .acquiring)
    return word == 0 ? makeKey() : pthread_key_t(truncatingIfNeeded: word &- 1)
  }

  @inline(never)
  @usableFromInline
  func makeKey() -> pthread_key_t {
    var made = pthread_key_t()
    let failure = unsafe pthread_key_create(&made, end)
    precondition(failure == 0, "\(name): pthread_key_create failed with \(failure)")
    let (isMine, other) = key.compareExchange(
      expected: 0,
      desired: UInt(made) &+ 1,
      ordering: .acquiringAndReleasing
    )
    guard !isMine else { return made }
    // Another thread was faster, and no thread has used this key.
    pthread_key_delete(made)
    return pthread_key_t(truncatingIfNeeded: other &- 1)
  }
}
