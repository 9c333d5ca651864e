#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A subscriber, or the source of an action, which is not retained.
///
/// This is not Swift's `weak`, which costs as much as three pairs of locks at each use. Here a use is two steps: a
/// retain, if the object still exists, and a release. The object's memory stays until the reference goes, but the
/// object's stored values do not.
@safe
@usableFromInline
final class SubscriberReference<Object: AnyObject> {
  // SAFETY: the address of an object whose memory `memoryKeeper` retains.
  @usableFromInline let address: UnsafeMutableRawPointer
  @usableFromInline let retain: ObjectRetaining.Function?
  private unowned let memoryKeeper: Object
  @usableFromInline weak let fallback: Object?

  // SAFETY: the address is followed by `object` alone.
  @usableFromInline
  init(_ object: Object) {
    unsafe address = Unmanaged.passUnretained(object).toOpaque()
    unsafe retain = unsafe ObjectRetaining.ifAlive
    memoryKeeper = object
    fallback = unsafe retain == nil ? object : nil
  }

  /// The subscriber, as long as it exists.
  @inlinable var object: Object? {
    guard let retain = unsafe retain else { return fallback }
    guard let retained = unsafe retain(address) else { return nil }
    // SAFETY: it was just retained.
    return unsafe Unmanaged<Object>.fromOpaque(retained).takeRetainedValue()
  }

  /// Calls a function with the subscriber and a model.
  ///
  /// - Returns: Whether the subscriber is still there.
  @inlinable
  @inline(__always)
  func notify<Model>(_ model: Model, _ notify: (Object, Model) -> Void) -> Bool {
    guard let object else { return false }
    notify(object, model)
    return true
  }
}

// SAFETY: constants; counting an object up and down is made for concurrent use.
extension SubscriberReference: @unchecked Sendable {}

extension SubscriberReference: CustomReflectable {
  // Without this a dump would read `memoryKeeper`, which ends the program when the object has gone.
  /// Nothing inside.
  @usableFromInline var customMirror: Mirror { Mirror(self, children: []) }
}

/// The runtime's function that retains an object unless its deinit has begun.
@usableFromInline
enum ObjectRetaining: Sendable {
  /// Returns the object, retained, or nil if its deinit has begun.
  @usableFromInline
  typealias Function = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

  /// `nil` where the runtime does not offer it, or where objects may be others than Swift's own.
  static let ifAlive: Function? = {
    #if canImport(Darwin)
    return nil
    #else
    // SAFETY: the runtime's header declares `swift_tryRetain` with this very signature. It may be called with any
    // object whose memory still exists.
    return unsafe dlsym(nil, "swift_tryRetain").map {
      unsafe unsafeBitCast($0, to: Function.self)
    }
    #endif
  }()
}
