import StrataConcurrency
import Synchronization

/// Knows which context the current thread is activating, and runs postponed work after all activations.
///
/// The scope belongs to one thread, because activations of other threads are unrelated.
enum ActivationScope {
  private static let pendingCount = Atomic<Int>(0)
  private static let pending = Locked<[ThreadIdentity: [@Sendable () -> Void]]>([:], rank: .leaf)

  private static let word = ThreadWord("ActivationScope")

  // SAFETY: points to the stack frame of a `run` of this thread until that returns.
  private static var innermost: UnsafeMutablePointer<Telling>? {
    get { unsafe word.address?.assumingMemoryBound(to: Telling.self) }
    set { unsafe word.address = UnsafeMutableRawPointer(newValue) }
  }

  /// Whether the current thread is activating contexts.
  static var isOpen: Bool { unsafe innermost != nil }

  /// Runs a closure that activates contexts, then the work postponed until its end.
  static func run(_ body: (Notifier) -> Void) {
    let outer = unsafe TrackingScope.suspend()
    defer { unsafe TrackingScope.resume(outer) }
    var notifying = unsafe Telling(outer: innermost)
    let isOutermostCall = CalledCode.enter()
    unsafe withUnsafeMutablePointer(to: &notifying) { notifying in
      unsafe innermost = notifying
      body(unsafe Notifier(notifying: notifying, isOutermostCall: isOutermostCall))
      unsafe innermost = notifying.pointee.outer
    }
    if isOutermostCall { CalledCode.leave() }
    guard pendingCount.load(ordering: .relaxed) != 0, !isOpen else { return }
    let due = pending.withLock { $0.removeValue(forKey: .current) } ?? []
    pendingCount.wrappingSubtract(due.count, ordering: .relaxed)
    for body in due { body() }
  }

  /// Runs a closure now, or after this thread has activated all contexts that it is activating.
  static func afterwards(_ body: @escaping @Sendable () -> Void) {
    guard isOpen else { return body() }
    pendingCount.wrappingAdd(1, ordering: .relaxed)
    pending.withLock { $0[.current, default: []].append(body) }
  }

  /// Whether the current thread activates another incarnation of a context than the current one.
  ///
  /// - Parameters:
  ///   - context: The context; called with its lock held.
  ///   - incarnation: The number of the current incarnation.
  /// - Returns: `false` if the thread activates this incarnation, or does not activate the context.
  /// - Complexity: O(number of nested activations).
  static func isNotifying(_ context: Context, ofAnotherIncarnationThan incarnation: UInt32) -> Bool
  {
    let context = ObjectIdentifier(context)
    var next = unsafe innermost
    while let notifying = unsafe next, unsafe notifying.pointee.context != context {
      unsafe next = notifying.pointee.outer
    }
    return unsafe next.map { unsafe $0.pointee.incarnation != incarnation } ?? false
  }

  /// The context that one run is activating.
  @unsafe
  struct Telling {
    let outer: UnsafeMutablePointer<Telling>?
    var context: ObjectIdentifier?
    var incarnation: UInt32 = 0
  }

  /// Records which context a run is activating.
  @safe
  struct Notifier {
    // SAFETY: a value of this type does not leave the closure of the run that has made it.
    fileprivate let notifying: UnsafeMutablePointer<Telling>
    fileprivate let isOutermostCall: Bool

    /// Records that a context is going to be asked whether it is to be activated; called without its lock.
    ///
    /// If it is, each removal that it does not know of comes later.
    func willAsk() {
      if isOutermostCall { CalledCode.renew() }
    }

    /// Records that the activation of an incarnation is about to begin.
    func willNotify(_ context: Context, ofIncarnation incarnation: UInt32) {
      unsafe notifying.pointee.context = ObjectIdentifier(context)
      unsafe notifying.pointee.incarnation = incarnation
    }
  }
}

extension Context {
  /// Calls a closure after this thread has ended all its activations, or now outside an activation.
  ///
  /// For code that reads the state inside an activation and wants the writes of the children's activations included.
  /// Closures are called in the order of the calls, outside all locks.
  package static func afterActivation(_ body: @escaping @Sendable () -> Void) {
    ActivationScope.afterwards(body)
  }

  /// Whether this thread runs an activation, or an observer of the tree; called with the lock held.
  ///
  /// That code does not belong to the thread's current task, which may have been cancelled.
  var isCalledByEngine: Bool { ActivationScope.isOpen || tree.deliveryOwner == .current }

  /// Whether this thread runs the activation of an earlier incarnation; called with the lock held.
  ///
  /// That happens when the context has been removed and inserted again during the activation.
  ///
  /// Work that such an activation starts does not belong to the new incarnation. The delivery owner is exempt, because
  /// it may run code of the new incarnation that the activation has only caused.
  var isNotifiedOfFormerIncarnation: Bool {
    guard let incarnation = facets?.incarnation, incarnation != 0, tree.deliveryOwner != .current
    else { return false }
    return ActivationScope.isNotifying(self, ofAnotherIncarnationThan: incarnation)
  }
}
