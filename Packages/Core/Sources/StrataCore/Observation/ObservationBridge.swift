public import Observation
import StrataConcurrency
public import Synchronization

/// Lets Swift's own observation (`withObservationTracking`, `Observations`, SwiftUI) see reads.
///
/// A read has to know whether one of Swift's tracking scopes is open, and there is no public query. A scope inserts the
/// key path of each access into a set, which hashes it. A key path to a subscript hashes the subscript's arguments.
///
/// Each read therefore reports an access to an unused registrar, by a key path whose argument notices being hashed.
/// Without an open scope that costs a thread-local load. With one, the read is also reported to the registrar of its
/// context, which is made then. A write calls a registrar only where one was made.
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

  /// Notices when it is hashed.
  @usableFromInline
  struct Probe: Hashable, Sendable {
    @usableFromInline
    func hash(into hasher: inout Hasher) {
      hashCount.wrappingAdd(1, ordering: .relaxed)
    }
  }

  @usableFromInline static let hashCount = Atomic<Int>(0)
  static let subject = Subject()

  /// The objects with which a read asks whether one of Swift's scopes is open.
  ///
  /// They are constants of one object, because a global would be counted at each read. Together that costs two thirds
  /// of a lock pair.
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

  /// Reports a read to an open scope of Swift's observation; called before the read.
  ///
  /// A count that another thread raises meanwhile sends this thread to the slow path, which is harmless.
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
  /// Reports a read to the registrar of this context, which is made if necessary.
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

/// Reports changes to one context's registrar.
final class BridgeWatcher: Watcher {
  private let registrar = ObservationRegistrar()
  /// The observed slots; guarded by the tree's lock.
  private let slots = Locked<Set<Int>>([], rank: .leaf)

  var origin: WatcherOrigin {
    WatcherOrigin(kind: "Swift observation", callSite: .thisLine())
  }

  /// - Returns: Whether the slot was not observed before.
  func watch(_ slot: Int) -> Bool {
    slots.withLock { $0.insert(slot).inserted }
  }

  func access(_ slot: Int) {
    registrar.access(ObservationBridge.subject, keyPath: SlotKeyPaths[slot])
  }

  func receive(_ change: borrowing Change) {
    // Both calls come after the commit. Swift's contract for `willSet` is a hint to read later, and a reader that reads
    // at once sees the new value.
    let path = SlotKeyPaths[change.slot]
    registrar.willSet(ObservationBridge.subject, keyPath: path)
    registrar.didSet(ObservationBridge.subject, keyPath: path)
  }
}

/// One key path for each slot number, made once, because a literal with an argument allocates each time.
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
