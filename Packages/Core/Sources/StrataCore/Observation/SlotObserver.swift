import Synchronization

/// An observer of slots.
///
/// Observers are called on the thread that delivers the round, one after the other in the order of their registration,
/// without a lock of the engine.
public protocol SlotObserver: AnyObject, Sendable {
  /// Receives a change.
  ///
  /// Its writes are delivered in the next round.
  func receive(_ change: borrowing Change)

  /// Receives a touch of a slot, which counts as a change whether or not its value differs.
  ///
  /// Called instead of ``receive(_:)``.
  func receiveTouch(_ change: borrowing Change)

  /// Called after all changes of a round, if the round changed an observed slot of a model.
  ///
  /// It is not called for a derived value, or for a single change that skipped the queue.
  ///
  /// Recordings of all changes always receive it.
  func endRound(_ number: UInt64)

  /// Called after the notifications of a commit of one write that skipped the queue, for recordings of all changes.
  func didDeliver(_ write: borrowing DeliveredWrite)

  /// Called instead of the three above for a write that skipped the queue and notifies one recording of all changes alone.
  func receiveAlone(_ change: borrowing Change)

  /// The call site of the observer, for the report about a cycle.
  var site: ObserverSite { get }
}

extension SlotObserver {
  /// Treats it as any change.
  public func receiveTouch(_ change: borrowing Change) { receive(change) }

  /// Does nothing.
  public func endRound(_ number: UInt64) {}

  /// Does nothing.
  public func didDeliver(_ write: borrowing DeliveredWrite) {}

  /// Calls ``receiveInParts(_:)``.
  public func receiveAlone(_ change: borrowing Change) { receiveInParts(change) }

  /// Calls ``receive(_:)``, ``endRound(_:)`` and ``didDeliver(_:)``.
  @_spi(Strata)
  public func receiveInParts(_ change: borrowing Change) {
    receive(change)
    endRound(change.round)
    didDeliver(unsafe DeliveredWrite(change, UnsafeBufferPointer(start: nil, count: 0)))
  }
}

/// The observers of one slot, in the order of their registration.
struct WatchList {
  /// Sorted by `id`; a removed observer leaves a gap until a quarter of the list is gaps.
  private(set) var entries: ContiguousArray<WatchEntry> = []
  private var gaps = 0

  // One count for all trees, because a context retains its observers when it joins a tree, and the lists stay sorted.
  private static let lastIssued = Atomic<UInt64>(firstIssued)
  private static let lastEarly = Atomic<UInt64>(0)
  private static let firstIssued: UInt64 = 1 << 32

  /// A number above all earlier ones.
  ///
  /// An observer of one slot takes it with the lock of the observed context held.
  static func nextID() -> UInt64 { lastIssued.wrappingAdd(1, ordering: .relaxed).newValue }

  /// A number below those of all other observers, for one that prints what the others then react to.
  ///
  /// Such an observer may be notified of a commit that was queued when it began.
  static func nextEarlyID() -> UInt64 { lastEarly.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The last issued number.
  static var lastID: UInt64 { lastIssued.load(ordering: .relaxed) }

  var isEmpty: Bool { entries.count == gaps }

  /// The observer, if there is exactly one.
  var only: WatchEntry? { entries.count == 1 && gaps == 0 ? entries[0] : nil }

  /// Adds an observer, or one that was removed again.
  ///
  /// - Complexity: Amortised O(1) for the highest number; O(n) for a lower one, of an observer that began earlier and has
  ///   now read the slot.
  mutating func add(_ observer: any SlotObserver, id: UInt64, derived: ReadingObserver? = nil) {
    let entry = WatchEntry(id: id, observer: observer, derived: derived)
    let index = firstIndex(notBelow: id)
    guard index < entries.count, entries[index].id == id else {
      return entries.insert(entry, at: index)
    }
    if entries[index].observer == nil { gaps -= 1 }
    entries[index] = entry
  }

  /// Removes an observer.
  ///
  /// - Returns: The removed observer, to be released outside the lock.
  /// - Complexity: O(log n), amortised, while no thread reads the list.
  mutating func remove(id: UInt64) -> (any SlotObserver)? {
    guard let index = index(of: id), let observer = entries[index].observer else { return nil }
    entries[index].clear()
    gaps += 1
    if isEmpty {
      entries = []
      gaps = 0
    } else if gaps > 8, gaps * 4 > entries.count {
      entries.removeAll { $0.observer == nil }
      gaps = 0
    }
    return observer
  }

  private func index(of id: UInt64) -> Int? {
    let index = firstIndex(notBelow: id)
    return index < entries.count && entries[index].id == id ? index : nil
  }

  private func firstIndex(notBelow id: UInt64) -> Int {
    guard let last = entries.last, last.id >= id else { return entries.count }
    var low = 0
    var high = entries.count - 1
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// One entry in a list of observers.
@safe
@usableFromInline
struct WatchEntry: Sendable {
  let id: UInt64
  private var box: ObserverBox?
  // SAFETY: refers to `box`, which each copy of the entry retains.
  private var reference: Unmanaged<ObserverBox>?

  init(id: UInt64, observer: any SlotObserver, derived: ReadingObserver?) {
    self.id = id
    let box = ObserverBox(observer, derived)
    self.box = box
    unsafe reference = .passUnretained(box)
  }

  /// An entry that is not counted, for those who hold the lock that guards its list.
  @safe
  struct Uncounted: BitwiseCopyable {
    let id: UInt64
    // SAFETY: the entry in the list retains it.
    fileprivate let box: Unmanaged<ObserverBox>
  }

  /// The entry without a count, unless the observer was removed.
  @inline(__always)
  var uncounted: Uncounted? {
    unsafe reference.map { unsafe Uncounted(id: id, box: $0) }
  }

  /// Counts an entry.
  @inline(__always)
  init(_ uncounted: Uncounted) {
    id = uncounted.id
    box = unsafe uncounted.box.takeUnretainedValue()
    unsafe reference = unsafe uncounted.box
  }

  /// The observer, or `nil` if it was removed.
  var observer: (any SlotObserver)? { box?.observer }

  /// Calls a closure with the observer, uncounted, unless it was removed.
  @inline(__always)
  func withObserver(_ body: (any SlotObserver) -> Void) {
    unsafe reference?._withUnsafeGuaranteedRef { body($0.observer) }
  }

  /// Calls a closure with the observer of a derived value, if it is one, uncounted.
  @inline(__always)
  func withReadingObserver<Result>(_ body: (ReadingObserver?) -> Result) -> Result {
    guard let reference = unsafe reference else { return body(nil) }
    return unsafe reference._withUnsafeGuaranteedRef { box in
      // SAFETY: the box retains it.
      unsafe box.readingObserver.map { readingObserver in
        unsafe readingObserver._withUnsafeGuaranteedRef { body($0) }
      } ?? body(nil)
    }
  }

  /// Removes the observer.
  mutating func clear() {
    box = nil
    unsafe reference = nil
  }

  /// Notifies the observers of a list of a change.
  ///
  /// - Precondition: The list does not change until this returns.
  @inline(__always)
  static func notify(_ entries: UnsafeBufferPointer<WatchEntry>, _ change: borrowing Change) {
    guard var entry = entries.baseAddress else { return }
    let end = unsafe entry + entries.count
    while unsafe entry < end {
      // No entry is loaded, and the observer is a constant of an object. Nothing is therefore counted, which would cost
      // as much as a pair of locks.
      unsafe entry.pointee.reference?._withUnsafeGuaranteedRef { $0.observer.receive(change) }
      unsafe entry += 1
    }
  }
}

/// Retains an observer.
@safe
private final class ObserverBox: Sendable {
  let observer: any SlotObserver
  // SAFETY: refers to `observer`.
  /// The observer, if it reads a derived value by itself; passed in, because a cast would cost more than a call.
  let readingObserver: Unmanaged<ReadingObserver>?

  init(_ observer: any SlotObserver, _ derived: ReadingObserver?) {
    self.observer = observer
    unsafe readingObserver = derived.map { unsafe .passUnretained($0) }
  }
}
