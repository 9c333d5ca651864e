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
    guard phase.isLive || phase == .detached else { return lock.unlock() }
    let facets = ensuredFacets
    let bridge = facets.bridge ?? BridgeObserver()
    facets.bridge = bridge
    // The reader retains the path until the scope does, so no thread finds it unused meanwhile.
    let path = bridge.path(ofSlotAt: slot)
    if !bridge.isWatching(slot) {
      bridge.beginWatching(slot, id: addReader(bridge, slot: slot))
    }
    noteUncommittedRead(slot)
    lock.unlock()
    bridge.access(path)
  }

  /// The path of a slot, by which readers wait for its next change.
  ///
  /// Without a reader the watcher leaves the list of the slot's observers, so that later writes cost what they cost
  /// before the first read.
  ///
  /// - Returns: The path; `nil` without a reader.
  fileprivate func pathWithReaders(
    ofSlotAt slot: Int,
    of bridge: BridgeObserver
  ) -> BridgeObserver.Path? {
    let lock = lock()
    if let path = bridge.pathWithReaders(ofSlotAt: slot) {
      lock.unlock()
      return path
    }
    let removed = bridge.endWatching(slot).map { takeObserver($0, slot: slot) }
    lock.unlock()
    withExtendedLifetime(removed) {}
    return nil
  }
}

/// Reports changes to one context's registrar.
///
/// A registrar does not say whether a reader waits. The sets of Swift's scopes retain the key paths of their accesses,
/// from the access until the notification. Each observed slot therefore has a key path object of its own, and nobody
/// waits for the slot if only the bridge retains it.
// SAFETY: `slots` is accessed only while the lock of the context is held, to which the bridge belongs. Everything else
// is constant.
final class BridgeObserver: RereadingObserver, @unchecked Sendable {
  typealias Path = KeyPath<ObservationBridge.Subject, Int>

  private struct ObservedSlot {
    var path: Path
    /// The watcher's number in the list of the slot's observers, if it is there.
    var id: UInt64?
  }

  private let registrar = ObservationRegistrar()
  /// By the number of the slot; shorter than the layout when the last slots were not observed.
  @safe @exclusivity(unchecked) private var slots: ContiguousArray<ObservedSlot?> = []

  var site: ObserverSite {
    ObserverSite(kind: "Swift observation", callSite: .thisLine())
  }

  // MARK: Called with the context's lock held

  /// The path of a slot, made at the first request.
  func path(ofSlotAt slot: Int) -> Path {
    while slots.count <= slot { slots.append(nil) }
    if let path = slots[slot]?.path { return path }
    // An expression with an argument makes another object each time.
    let path = \ObservationBridge.Subject.[slot: slot]
    slots[slot] = ObservedSlot(path: path)
    return path
  }

  func isWatching(_ slot: Int) -> Bool { slots[slot]?.id != nil }

  func beginWatching(_ slot: Int, id: UInt64) { slots[slot]?.id = id }

  /// - Returns: The watcher's number in the list of the slot's observers.
  func endWatching(_ slot: Int) -> UInt64? {
    guard slot < slots.count else { return nil }
    return slots[slot]?.id.take()
  }

  /// The path of a slot that was observed, if a reader retains it.
  func pathWithReaders(ofSlotAt slot: Int) -> Path? {
    guard var observed = slots[slot] else { return nil }
    slots[slot] = nil
    defer { slots[slot] = observed }
    return isKnownUniquelyReferenced(&observed.path) ? nil : observed.path
  }

  // MARK: Called without the lock

  func access(_ path: Path) { registrar.access(ObservationBridge.subject, keyPath: path) }

  func receive(_ change: borrowing Change) {
    guard let path = change.context.pathWithReaders(ofSlotAt: change.slot, of: self) else { return }
    notifyReaders(path)
  }

  func noteJoin(of context: Context, _ slot: Int) -> ((Cause?) -> Void)? {
    guard let path = context.pathWithReaders(ofSlotAt: slot, of: self) else { return nil }
    return { [self] _ in notifyReaders(path) }
  }

  private func notifyReaders(_ path: Path) {
    // Both calls come after the commit. Swift's contract for `willSet` is a hint to read later, and a reader that reads
    // at once sees the new value.
    registrar.willSet(ObservationBridge.subject, keyPath: path)
    registrar.didSet(ObservationBridge.subject, keyPath: path)
  }
}
