public import Observation
import StrataConcurrency
public import Synchronization

/// Lets Swift's own observation (`withObservationTracking`, `Observations`, SwiftUI) see reads.
///
/// A read must know whether one of Swift's tracking scopes is open, and there is no public way to
/// ask. But a scope that is told of an access puts its key path into a set, which hashes it, and a
/// key path to a subscript hashes the subscript's arguments. So each read tells a registrar that
/// serves no one of an access by a key path whose argument notices being hashed. While no scope is
/// open that is a thread-local load; when one is, the read is told to the registrar of its context
/// too, which is made at that moment. A write calls a registrar only where one was made.
@frozen
public enum ObservationBridge: Sendable {
  /// The subject of all registrars.
  @usableFromInline
  final class Subject: Observable, Sendable {
    @usableFromInline
    init() {}

    subscript(probe: Probe) -> Int { 0 }
    subscript(slot slot: Int) -> Int { 0 }
  }

  /// Notices that it is hashed.
  @usableFromInline
  struct Probe: Hashable, Sendable {
    @usableFromInline
    func hash(into hasher: inout Hasher) {
      hashCount.wrappingAdd(1, ordering: .relaxed)
    }
  }

  @usableFromInline static let hashCount = Atomic<Int>(0)
  static let subject = Subject()

  /// What a read asks whether one of Swift's scopes is open.
  ///
  /// The constants of an object, because each that is a global by itself would be counted at each
  /// read: together that cost two thirds of a lock pair.
  @usableFromInline
  final class Scout: Sendable {
    @usableFromInline let subject = ObservationBridge.subject
    @usableFromInline let registrar = ObservationRegistrar()
    // SAFETY: an immutable key path whose arguments are Sendable; only the type says less.
    @usableFromInline nonisolated(unsafe) let path: KeyPath<Subject, Int> = \Subject.[Probe()]

    init() {}
  }

  // SAFETY: retained here and never released.
  @usableFromInline static let scout = unsafe Unmanaged.passRetained(Scout())

  /// Lets an open scope of Swift's observation know of a read; called before the read.
  ///
  /// A count that another thread raises meanwhile sends this thread the long way, which is
  /// harmless.
  @inlinable
  public static func access(_ context: Context, _ slot: Int) {
    let before = hashCount.load(ordering: .relaxed)
    unsafe scout._withUnsafeGuaranteedRef { scout in
      unsafe scout.registrar.access(scout.subject, keyPath: scout.path)
    }
    if hashCount.load(ordering: .relaxed) != before { context.registerAccess(slot) }
  }
}

extension ObservationBridge {
  /// Whether one of Swift's tracking scopes is open on this thread, or may be.
  @usableFromInline static var isAnyScopeOpen: Bool {
    let before = hashCount.load(ordering: .relaxed)
    unsafe scout._withUnsafeGuaranteedRef { scout in
      unsafe scout.registrar.access(scout.subject, keyPath: scout.path)
    }
    return hashCount.load(ordering: .relaxed) != before
  }
}

extension Context {
  /// Tells the registrar of this context, made if necessary, of a read.
  @usableFromInline
  func registerAccess(_ slot: Int) {
    if AccessScope.isAnyOpen { AccessScope.note(self, slot) }
    guard !TrackingScope.hidesReads else { return }
    let lock = lock()
    guard phase.isLive else { return lock.unlock() }
    let parts = ensuredParts
    let bridge = parts.bridge ?? BridgeWatcher()
    parts.bridge = bridge
    if bridge.watch(slot) { _ = addWatcher(bridge, slot: slot) }
    lock.unlock()
    bridge.access(slot)
  }
}

/// Tells one context's registrar of changes.
final class BridgeWatcher: Watcher {
  private let registrar = ObservationRegistrar()
  /// The slots that are watched; guarded by the tree's lock.
  private let slots = Locked<Set<Int>>([], rank: .leaf)

  var origin: WatcherOrigin {
    WatcherOrigin(kind: "Swift observation", callSite: .thisLine())
  }

  /// - Returns: Whether the slot was not watched before.
  func watch(_ slot: Int) -> Bool {
    slots.withLock { $0.insert(slot).inserted }
  }

  func access(_ slot: Int) {
    registrar.access(ObservationBridge.subject, keyPath: SlotKeyPaths[slot])
  }

  func receive(_ change: borrowing Change) {
    // Both calls come after the commit: Swift's contract for `willSet` is a hint to look later, and
    // whoever looks at once sees the new value.
    let path = SlotKeyPaths[change.slot]
    registrar.willSet(ObservationBridge.subject, keyPath: path)
    registrar.didSet(ObservationBridge.subject, keyPath: path)
  }
}

/// One key path for each slot number, made once: a literal with an argument allocates each time.
private enum SlotKeyPaths {
  // SAFETY: immutable key paths whose arguments are Sendable, reached under the lock.
  private struct Paths: @unchecked Sendable {
    var paths: [KeyPath<ObservationBridge.Subject, Int>] = []
  }

  private static let paths = Locked(Paths(), rank: .leaf)

  static subscript(slot: Int) -> KeyPath<ObservationBridge.Subject, Int> {
    paths.withLock { cache in
      while cache.paths.count <= slot {
        let next = cache.paths.count
        cache.paths.append(\ObservationBridge.Subject.[slot: next])
      }
      return cache.paths[slot]
    }
  }
}
