import Synchronization

/// Something that is told when a slot it watches has changed.
///
/// Watchers are called on the thread that delivers the round, one after the other in the order in
/// which they started to watch, while the engine holds no lock.
public protocol Watcher: AnyObject, Sendable {
  /// Takes note of a change.
  ///
  /// What it writes is delivered in the next round.
  func receive(_ change: borrowing Change)

  /// Takes note that a slot was touched: it counts as changed, whether or not its value differs.
  ///
  /// Called in the place of ``receive(_:)``.
  func receiveTouch(_ change: borrowing Change)

  /// Takes note that it has been told of all that a round changes; called for rounds that have
  /// changed something which it watches, unless that was a single change told without the queue.
  ///
  /// Recordings of all changes are always told so.
  func endRound(_ number: UInt64)

  /// Where the watcher was made, for the report about a cycle.
  var origin: WatcherOrigin { get }
}

extension Watcher {
  /// Takes note of it as of any change.
  public func receiveTouch(_ change: borrowing Change) { receive(change) }

  /// Does nothing.
  public func endRound(_ number: UInt64) {}
}

/// The watchers of one slot, in the order in which they started to watch.
struct WatchList {
  /// Sorted by `id`; a removed watcher leaves a gap until a quarter of the list is gaps.
  private(set) var entries: ContiguousArray<WatchEntry> = []
  private var gaps = 0

  // One count for all trees: a context takes its watchers along when it joins a tree, and the lists
  // stay sorted.
  private static let lastIssued = Atomic<UInt64>(0)

  /// A number above those given before; called with the lock of the watched context held.
  static func nextID() -> UInt64 { lastIssued.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The last number given.
  static var lastID: UInt64 { lastIssued.load(ordering: .relaxed) }

  var isEmpty: Bool { entries.count == gaps }

  mutating func add(_ watcher: any Watcher, id: UInt64) {
    entries.append(WatchEntry(id: id, watcher: watcher))
  }

  /// Removes a watcher.
  ///
  /// - Returns: The removed watcher, to be released outside the lock.
  /// - Complexity: O(log n), amortised, as long as nobody reads the list.
  mutating func remove(id: UInt64) -> (any Watcher)? {
    guard let index = index(of: id), let watcher = entries[index].watcher else { return nil }
    entries[index].clear()
    gaps += 1
    if isEmpty {
      entries = []
      gaps = 0
    } else if gaps > 8, gaps * 4 > entries.count {
      entries.removeAll { $0.watcher == nil }
      gaps = 0
    }
    return watcher
  }

  private func index(of id: UInt64) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? low : nil
  }
}

/// One place in a list of watchers.
@safe
@usableFromInline
struct WatchEntry: Sendable {
  let id: UInt64
  private var box: WatcherBox?
  // SAFETY: refers to `box`, which each copy of the entry holds.
  private var reference: Unmanaged<WatcherBox>?

  init(id: UInt64, watcher: any Watcher) {
    self.id = id
    let box = WatcherBox(watcher)
    self.box = box
    unsafe reference = .passUnretained(box)
  }

  /// The watcher, or `nil` if it was removed.
  var watcher: (any Watcher)? { box?.watcher }

  /// Removes the watcher.
  mutating func clear() {
    box = nil
    unsafe reference = nil
  }

  /// Tells the watchers of a list of a change.
  ///
  /// - Precondition: The list stays as it is until this returns.
  @inline(__always)
  static func tell(_ entries: UnsafeBufferPointer<WatchEntry>, _ change: borrowing Change) {
    guard var entry = entries.baseAddress else { return }
    let end = unsafe entry + entries.count
    while unsafe entry < end {
      // No entry is loaded, and the watcher is a constant of an object: so nothing is counted,
      // which would cost as much as a pair of locks.
      unsafe entry.pointee.reference?._withUnsafeGuaranteedRef { $0.watcher.receive(change) }
      unsafe entry += 1
    }
  }
}

/// Holds a watcher.
private final class WatcherBox: Sendable {
  let watcher: any Watcher

  init(_ watcher: any Watcher) {
    self.watcher = watcher
  }
}
