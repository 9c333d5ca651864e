/// The storage of a ``DependencyValues``: the overridden values by key.
///
/// An open-addressed table of at most half its capacity. It is not a dictionary, whose hashing costs more than all the
/// rest of a read. Every property is a constant, because reading a variable of a class checks for exclusive access,
/// which costs as much again. Growing makes a new storage.
// SAFETY: all properties are constant except `count` and the memory behind `slots`. Those are changed only through a
// `DependencyValues` variable that has the one reference to this storage; exclusivity makes it a single thread's.
// Shared storage is never changed.
@safe
@usableFromInline
final class DependencyStorage: @unchecked Sendable {
  @usableFromInline nonisolated(unsafe) let slots: UnsafeMutablePointer<EntrySlot>
  /// The number of slots, a power of two, minus one.
  @usableFromInline let mask: Int
  private(set) var count = 0

  /// The defaults in force.
  @usableFromInline let defaults: DefaultValues
  /// Whether the defaults were chosen here, rather than being the process's.
  let choosesDefaults: Bool
  /// Set while overrides are being collected: where keys are looked up that are not set here.
  @usableFromInline let base: DependencyValues?

  init(capacity: Int = 4, defaults: DefaultValues?, base: DependencyValues? = nil) {
    unsafe slots = .allocate(capacity: capacity)
    mask = capacity - 1
    for index in 0..<capacity {
      unsafe (slots + index).initialize(to: EntrySlot(key: 0, entry: nil))
    }
    self.defaults = defaults ?? base?.defaults ?? .ofProcess
    choosesDefaults = defaults != nil
    self.base = base
  }

  deinit {
    for index in 0...mask { unsafe slots[index].entry?.release() }
    unsafe slots.deinitialize(count: mask + 1)
    unsafe slots.deallocate()
  }
}

extension DependencyStorage {
  /// The entry of an overridden key, not retained: it is valid as long as this storage is unchanged.
  @inlinable
  @inline(__always)
  func find(_ key: ObjectIdentifier) -> EntryReference? {
    let key = UInt(bitPattern: key)
    var index = DependencyEntry.slot(of: key, mask: mask)
    // SAFETY: `index` stays within the mask. A free slot ends the loop, and there is always one.
    while unsafe slots[index].key != key {
      if unsafe slots[index].key == 0 { return nil }
      index = (index &+ 1) & mask
    }
    return unsafe slots[index].entry
  }

  var hasRoom: Bool { 2 * (count + 1) <= mask + 1 }

  /// Stores an entry; it replaces one with the same key if there is one.
  ///
  /// - Precondition: The storage is not shared, and has room or the key.
  func set(_ entry: DependencyEntry) {
    let key = UInt(bitPattern: entry.key)
    var index = DependencyEntry.slot(of: key, mask: mask)
    while unsafe slots[index].key != 0 && slots[index].key != key { index = (index + 1) & mask }
    let old = unsafe slots[index].entry
    if unsafe old == nil { count += 1 }
    precondition(count <= mask, "DependencyStorage: \(count) overrides in \(mask + 1) slots")
    unsafe slots[index] = EntrySlot(key: key, entry: .passRetained(entry))
    unsafe old?.release()
  }

  /// Stores the entries of another storage over those of this one.
  ///
  /// - Precondition: The storage is not shared and has room for them.
  func set(contentsOf other: DependencyStorage) {
    other.eachEntry { set($0) }
  }

  func eachEntry(_ body: (DependencyEntry) -> Void) {
    for index in 0...mask {
      // SAFETY: `self` owns the entry and is not changed meanwhile.
      if let entry = unsafe slots[index].entry?.takeUnretainedValue() { body(entry) }
    }
  }

  func containsKeys(of other: DependencyStorage) -> Bool {
    var isContained = true
    other.eachEntry { entry in
      if unsafe find(entry.key) == nil { isContained = false }
    }
    return isContained
  }

  /// A storage of its own with the same entries and room for more.
  func copy(
    roomFor added: Int = 0,
    defaults: DefaultValues?,
    base: DependencyValues?
  ) -> DependencyStorage {
    var capacity = mask + 1
    while capacity < 2 * (count + added) { capacity *= 2 }
    let copy = DependencyStorage(capacity: capacity, defaults: defaults, base: base)
    copy.set(contentsOf: self)
    return copy
  }

  /// The defaults, if they were chosen here.
  var chosenDefaults: DefaultValues? { choosesDefaults ? defaults : nil }
}
