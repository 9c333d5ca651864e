import Synchronization

/// A table of objects that live as long as the program, by the addresses of what they are about.
///
/// An address has one entry that it may be in, which a newer one takes over. A look-up costs three loads and a
/// comparison. The table's memory is found by an atomic word: a global that is made when it is first used costs a call
/// at each use.
struct AddressTable<Object: AnyObject>: ~Copyable, Sendable {
  private let table = Atomic<UInt>(0)
  private let count: Int

  /// - Parameter count: How many entries there are; a power of two.
  init(count: Int) { self.count = count }

  // SAFETY: the memory is never given back; its words are atomic.
  private func entry(_ address: UInt, in table: UInt) -> UnsafePointer<Atomic<UInt>> {
    let index = Int((address >> 4) ^ (address >> 12)) & (count - 1)
    return unsafe UnsafePointer<Atomic<UInt>>(bitPattern: table).unsafelyUnwrapped + index
  }

  // SAFETY: what is entered lives as long as the program.
  /// The object in the entry of an address, which may be about another one.
  func find(_ address: UInt) -> Unmanaged<Object>? {
    let table = table.load(ordering: .acquiring)
    guard table != 0 else { return nil }
    let word = unsafe entry(address, in: table).pointee.load(ordering: .acquiring)
    return unsafe UnsafeRawPointer(bitPattern: word).map { unsafe .fromOpaque($0) }
  }

  /// Enters an object that lives as long as the program.
  func add(_ object: Object, at address: UInt) {
    // SAFETY: an address alone; what is entered lives as long as the program.
    let word = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    unsafe entry(address, in: ensured()).pointee.store(word, ordering: .releasing)
  }

  private func ensured() -> UInt {
    let present = table.load(ordering: .acquiring)
    guard present == 0 else { return present }
    let memory = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for index in 0..<count { unsafe (memory + index).initialize(to: Atomic(0)) }
    let (isFirst, found) = table.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: memory),
      ordering: .acquiringAndReleasing
    )
    if isFirst { return UInt(bitPattern: memory) }
    unsafe memory.deallocate()
    return found
  }
}

/// The schemas of the last types that were asked for; a schema lives as long as the program.
enum SchemaCache {
  private static let table = AddressTable<ModelSchema>(count: 256)

  /// The schema of a type, if its entry has it.
  static func find(_ key: ObjectIdentifier) -> ModelSchema? {
    unsafe table.find(UInt(bitPattern: key))?._withUnsafeGuaranteedRef { $0.key == key ? $0 : nil }
  }

  /// Where the wrapper lies in a type of models, if its entry has it; else less than zero.
  ///
  /// Here, because an object that is handed out is counted.
  static func offset(in key: ObjectIdentifier) -> Int {
    guard let schema = unsafe table.find(UInt(bitPattern: key)) else { return -1 }
    return unsafe schema._withUnsafeGuaranteedRef { $0.key == key ? $0.offset : -1 }
  }

  /// Enters a schema that the table of all schemas keeps.
  static func add(_ schema: ModelSchema) { table.add(schema, at: UInt(bitPattern: schema.key)) }
}

/// The kinds of readers of the last paths that were asked for; a kind and its path live as long as the program.
enum KindCache {
  private static let table = AddressTable<ReaderKind>(count: 1_024)

  /// The kind of a path, if its entry has it.
  static func find(_ path: AnyKeyPath) -> ReaderKind? {
    let address = UInt(bitPattern: ObjectIdentifier(path))
    return unsafe table.find(address)?._withUnsafeGuaranteedRef { $0.path === path ? $0 : nil }
  }

  /// Enters a kind that a schema keeps, with its path.
  static func add(_ kind: ReaderKind, for path: AnyKeyPath) {
    table.add(kind, at: UInt(bitPattern: ObjectIdentifier(path)))
  }
}
