/// The map from keys to work: the part of ``WorkTable`` that knows nothing of work.
///
/// A bucket contains a key and the head of a doubly linked list of tags in the order of tagging. Each tag is also in
/// the singly linked list of its work. So tagging and untagging are O(1) a tag, and a key without work takes no memory.
struct KeyTable {
  typealias Index = UInt32
  static let none = Index.max

  private struct Bucket {
    var key: CancellationKey?
    var serial: UInt64
    var nextOfHash: Index
    var firstTag = none
    var lastTag = none
  }

  private struct Tag {
    var bucket: Index
    var work: Index
    var previous: Index
    var next: Index
    var nextOfWork: Index
  }

  /// A bucket whose key may be the one that is looked for: the hash is the same.
  struct Candidate {
    var index: Index
    var serial: UInt64
    var key: CancellationKey
  }

  private var buckets: [Bucket] = []
  private var tags: [Tag] = []
  private var firstFreeBucket = none
  private var firstFreeTag = none
  private var byHash: [Int: Index] = [:]
  private var nextSerial: UInt64 = 1

  /// The number of keys that have work.
  var count: Int { buckets.count { $0.key != nil } }

  /// How many keys there is room for.
  var bucketCapacity: Int { buckets.count }

  /// The buckets with a key's hash, the youngest first; at most one, unless hashes collide.
  func candidates(for hash: Int) -> [Candidate] {
    var found: [Candidate] = []
    var index = byHash[hash] ?? Self.none
    while index != Self.none {
      let bucket = buckets[Int(index)]
      if let key = bucket.key {
        found.append(Candidate(index: index, serial: bucket.serial, key: key))
      }
      index = bucket.nextOfHash
    }
    return found
  }

  /// Whether a bucket that was found earlier still has the key it had.
  func isCurrent(_ candidate: Candidate) -> Bool {
    candidate.index < buckets.count && buckets[Int(candidate.index)].serial == candidate.serial
  }

  /// The serial of the youngest bucket of a hash, 0 when there is none; a new bucket changes it.
  func youngestSerial(for hash: Int) -> UInt64 {
    byHash[hash].map { buckets[Int($0)].serial } ?? 0
  }

  /// Makes the bucket of a key that has none.
  mutating func makeBucket(for key: CancellationKey) -> Index {
    let bucket = Bucket(
      key: key,
      serial: nextSerial,
      nextOfHash: byHash[key.hash] ?? Self.none
    )
    nextSerial += 1
    let index: Index
    if firstFreeBucket == Self.none {
      index = Index(buckets.count)
      buckets.append(bucket)
    } else {
      index = firstFreeBucket
      firstFreeBucket = buckets[Int(index)].nextOfHash
      buckets[Int(index)] = bucket
    }
    byHash[key.hash] = index
    return index
  }

  /// Adds a tag, unless the work has it already.
  ///
  /// - Returns: The new head of the list of the work's tags.
  mutating func tag(_ work: Index, with bucket: Index, tagsOfWork: Index) -> Index {
    var own = tagsOfWork
    while own != Self.none {
      if tags[Int(own)].bucket == bucket { return tagsOfWork }
      own = tags[Int(own)].nextOfWork
    }
    let last = buckets[Int(bucket)].lastTag
    let tag = Tag(
      bucket: bucket,
      work: work,
      previous: last,
      next: Self.none,
      nextOfWork: tagsOfWork
    )
    let index: Index
    if firstFreeTag == Self.none {
      index = Index(tags.count)
      tags.append(tag)
    } else {
      index = firstFreeTag
      firstFreeTag = tags[Int(index)].next
      tags[Int(index)] = tag
    }
    if last == Self.none {
      buckets[Int(bucket)].firstTag = index
    } else {
      tags[Int(last)].next = index
    }
    buckets[Int(bucket)].lastTag = index
    return index
  }

  /// Removes all tags of one piece of work.
  ///
  /// - Returns: The keys without work, to be released outside the lock.
  mutating func untag(_ tagsOfWork: Index) -> [CancellationKey] {
    var dropped: [CancellationKey] = []
    var index = tagsOfWork
    while index != Self.none {
      let tag = tags[Int(index)]
      let bucket = Int(tag.bucket)
      if tag.previous == Self.none {
        buckets[bucket].firstTag = tag.next
      } else {
        tags[Int(tag.previous)].next = tag.next
      }
      if tag.next == Self.none {
        buckets[bucket].lastTag = tag.previous
      } else {
        tags[Int(tag.next)].previous = tag.previous
      }
      tags[Int(index)].next = firstFreeTag
      firstFreeTag = index
      if buckets[bucket].firstTag == Self.none, let key = removeBucket(tag.bucket) {
        dropped.append(key)
      }
      index = tag.nextOfWork
    }
    return dropped
  }

  /// The work that carries a bucket's key, in the order of tagging.
  func work(in bucket: Index) -> [Index] {
    var found: [Index] = []
    var index = buckets[Int(bucket)].firstTag
    while index != Self.none {
      found.append(tags[Int(index)].work)
      index = tags[Int(index)].next
    }
    return found
  }

  /// Releases memory; to be called while no work is registered.
  mutating func releaseBurst() {
    let serial = nextSerial
    self = KeyTable()
    nextSerial = serial
  }

  private mutating func removeBucket(_ index: Index) -> CancellationKey? {
    guard let key = buckets[Int(index)].key else { return nil }
    let next = buckets[Int(index)].nextOfHash
    if byHash[key.hash] == index {
      byHash[key.hash] = next == Self.none ? nil : next
    } else if var before = byHash[key.hash] {
      while buckets[Int(before)].nextOfHash != index { before = buckets[Int(before)].nextOfHash }
      buckets[Int(before)].nextOfHash = next
    }
    buckets[Int(index)].key = nil
    buckets[Int(index)].serial = 0
    buckets[Int(index)].nextOfHash = firstFreeBucket
    firstFreeBucket = index
    return key
  }
}
