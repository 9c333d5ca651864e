import Synchronization

/// The schemas of the last types that were asked for: a look-up costs two loads and a comparison.
///
/// A type has one entry that it may be in, which a newer type takes over. Schemas live as long as the
/// program.
enum SchemaCache {
  // SAFETY: the memory is made once and never given back; its words are atomic.
  nonisolated(unsafe) private static let entries: UnsafeMutablePointer<Atomic<UInt>> = {
    let memory = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 256)
    for index in 0..<256 { unsafe (memory + index).initialize(to: Atomic(0)) }
    return unsafe memory
  }()

  private static func index(of key: ObjectIdentifier) -> Int {
    let bits = UInt(bitPattern: Int(bitPattern: key))
    return Int((bits >> 4) ^ (bits >> 12)) & 255
  }

  /// The schema of a type, if its entry has it.
  static func find(_ key: ObjectIdentifier) -> ModelSchema? {
    let word = unsafe entries[index(of: key)].load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    // SAFETY: schemas are kept by the table of all schemas, which never loses one.
    return unsafe Unmanaged<ModelSchema>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.key == key ? $0 : nil
    }
  }

  /// Enters a schema that the table of all schemas keeps.
  static func add(_ schema: ModelSchema) {
    // SAFETY: as in `find`.
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(schema).toOpaque())
    unsafe entries[index(of: schema.key)].store(address, ordering: .releasing)
  }
}

/// The kinds of readers of the last paths that were asked for.
///
/// A path has one entry that it may be in, which a newer one takes over. Kinds and their paths live as long as the
/// program.
enum KindCache {
  // SAFETY: the memory is made once and never given back; its words are atomic.
  nonisolated(unsafe) private static let entries: UnsafeMutablePointer<Atomic<UInt>> = {
    let memory = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1_024)
    for index in 0..<1_024 { unsafe (memory + index).initialize(to: Atomic(0)) }
    return unsafe memory
  }()

  private static func index(of path: AnyKeyPath) -> Int {
    let bits = UInt(bitPattern: Int(bitPattern: ObjectIdentifier(path)))
    return Int((bits >> 4) ^ (bits >> 14)) & 1_023
  }

  /// The kind of a path, if its entry has it.
  static func find(_ path: AnyKeyPath) -> ReaderKind? {
    let word = unsafe entries[index(of: path)].load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
    // SAFETY: kinds are kept by the schema of their state, which lives as long as the program.
    return unsafe Unmanaged<ReaderKind>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.path === path ? $0 : nil
    }
  }

  /// Enters a kind that a schema keeps, with its path.
  static func add(_ kind: ReaderKind, for path: AnyKeyPath) {
    // SAFETY: as in `find`.
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(kind).toOpaque())
    unsafe entries[index(of: path)].store(address, ordering: .releasing)
  }
}
