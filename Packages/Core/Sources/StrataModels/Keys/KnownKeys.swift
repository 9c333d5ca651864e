import Synchronization

/// Finds keys by the identity of their paths, without a lock.
///
/// A path in the source is one permanent object, so its address finds its key. If two addresses share an index,
/// the first one occupies it; the other is looked up in the table behind.
@safe
struct KnownKeys: ~Copyable, Sendable {
  /// A path and its key, which exist as long as the process.
  // SAFETY: both are constants; a path is immutable, and only its address is compared.
  final class Entry: @unchecked Sendable {
    let path: AnyKeyPath
    let key: any AnyObject & Sendable

    init(path: AnyKeyPath, key: any AnyObject & Sendable) {
      self.path = path
      self.key = key
    }
  }

  private static let count = 512
  // SAFETY: made before anyone can see the table, never freed; its words are atomic.
  private nonisolated(unsafe) let words: UnsafeMutablePointer<Atomic<UInt>>

  init() {
    unsafe words = .allocate(capacity: Self.count)
    for index in 0..<Self.count { unsafe (words + index).initialize(to: Atomic(0)) }
  }

  /// The key of a path that is known here.
  subscript(path: AnyKeyPath) -> (any AnyObject & Sendable)? {
    unsafe uncounted(path)?.takeUnretainedValue().key
  }

  // SAFETY: the word is the address of an entry that `note` has retained forever.
  /// The entry of a path that is known here, uncounted.
  func uncounted(_ path: AnyKeyPath) -> Unmanaged<Entry>? {
    let word = unsafe words[Self.index(of: path)].load(ordering: .acquiring)
    guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    let entry = unsafe Unmanaged<Entry>.fromOpaque(address)
    return unsafe entry._withUnsafeGuaranteedRef { $0.path === path } ? entry : nil
  }

  /// Remembers an entry, unless its index is occupied.
  func note(_ entry: Entry) {
    // SAFETY: retained forever if it is stored, else released below.
    let word = unsafe UInt(bitPattern: Unmanaged.passRetained(entry).toOpaque())
    let (isKept, _) = unsafe words[Self.index(of: entry.path)].compareExchange(
      expected: 0,
      desired: word,
      ordering: .releasing
    )
    // SAFETY: gives back the entry that was retained above; no other thread has seen the word.
    if !isKept { unsafe Unmanaged.passUnretained(entry).release() }
  }

  private static func index(of path: AnyKeyPath) -> Int {
    let address = UInt(bitPattern: ObjectIdentifier(path))
    return Int((address >> 4 ^ address >> 13) % UInt(count))
  }
}
