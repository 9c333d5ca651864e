import StrataConcurrency
public import Synchronization

/// The default values of one context, each made once and retained as long as this object.
///
/// A fixed number of buckets, each a list that only grows at its head. Readers follow it without a lock, because a read
/// of a dependency is to cost about as much as one lock. A thread that adds an entry takes the lock (rank: leaf), under
/// which no value is made and none is released.
// SAFETY: `buckets` is a constant address of memory that is valid as long as the object and contains atomics. Their
// pointees are constant from the publication until `deinit`.
@safe
@usableFromInline
final class DefaultValues: @unchecked Sendable {
  @usableFromInline nonisolated(unsafe) let buckets: UnsafeMutablePointer<Bucket>
  @usableFromInline let context: DependencyContext
  private let lock = Lock(rank: .leaf)

  @usableFromInline typealias Bucket = Atomic<UnsafePointer<Node>?>

  /// An entry, which the node owns, and the node behind it in its bucket.
  @unsafe
  @usableFromInline
  struct Node {
    @usableFromInline let key: UInt
    /// Retained when the node is made, released with the table.
    @usableFromInline let entry: EntryReference
    @usableFromInline let next: UnsafePointer<Node>?
  }

  @inlinable static var bucketCount: Int { 64 }

  init(context: DependencyContext) {
    self.context = context
    unsafe buckets = .allocate(capacity: Self.bucketCount)
    for index in 0..<Self.bucketCount { unsafe (buckets + index).initialize(to: Bucket(nil)) }
  }

  deinit {
    for index in 0..<Self.bucketCount {
      var node = unsafe buckets[index].load(ordering: .acquiring)
      while let current = unsafe node {
        unsafe current.pointee.entry.release()
        unsafe node = current.pointee.next
        unsafe current.deallocate()
      }
    }
    unsafe buckets.deinitialize(count: Self.bucketCount)
    unsafe buckets.deallocate()
  }

  /// The entry of a key, made when it is asked for the first time; it is valid as long as this object.
  @inlinable
  @inline(__always)
  func find<Key: TestDependencyKey>(_ key: Key.Type) -> EntryReference {
    unsafe find(ObjectIdentifier(key)) ?? .passUnretained(make(key))
  }

  @inlinable
  @inline(__always)
  func find(_ key: ObjectIdentifier) -> EntryReference? {
    let key = UInt(bitPattern: key)
    let bucket = DependencyEntry.slot(of: key, mask: Self.bucketCount - 1)
    // SAFETY: the acquiring load sees the whole node that the releasing store published.
    var node = unsafe buckets[bucket].load(ordering: .acquiring)
    while let current = unsafe node {
      if unsafe current.pointee.key == key { return unsafe current.pointee.entry }
      unsafe node = current.pointee.next
    }
    return nil
  }

  /// Adds an entry, unless another thread was first; then the other's is returned.
  func keep(_ entry: DependencyEntry) -> DependencyEntry {
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    let winner = lock.withLock { () -> DependencyEntry? in
      if let present = unsafe find(entry.key) { return unsafe present.takeUnretainedValue() }
      let key = UInt(bitPattern: entry.key)
      let bucket = DependencyEntry.slot(of: key, mask: Self.bucketCount - 1)
      // SAFETY: no other thread sees the node before the store, and none changes it after.
      unsafe node.initialize(
        to: Node(
          key: key,
          entry: .passRetained(entry),
          next: buckets[bucket].load(ordering: .relaxed)
        )
      )
      unsafe buckets[bucket].store(UnsafePointer(node), ordering: .releasing)
      return nil
    }
    if winner != nil { unsafe node.deallocate() }
    return winner ?? entry
  }
}

@available(*, unavailable)
extension DefaultValues.Node: Sendable {}
