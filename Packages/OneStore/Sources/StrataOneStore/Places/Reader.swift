import StrataConcurrency
import StrataCore
import Synchronization

/// The reads of views of one kind of place: a property, or the structure of a field.
// SAFETY: constants; `path` is immutable.
final class ReaderKind: @unchecked Sendable {
  /// The address of the number that views take note of.
  let signal: AttachmentKey<UInt64>
  /// The bytes of the state that the value is; `nil` for what is computed.
  let range: Range<Int>?
  /// The offset of the value; less than zero for what is computed.
  let offset: Int
  /// The number of the field that the path leads to; less than zero while it has not been asked for.
  let fieldNumber = Atomic<Int>(-1)
  /// Keeps the path whose address names this kind.
  let path: AnyKeyPath?
  private let make: @Sendable () -> Reader

  init(
    name: String,
    range: Range<Int>?,
    path: AnyKeyPath?,
    make: @escaping @Sendable () -> Reader
  ) {
    signal = AttachmentKey(name, in: Self.family, initial: 0)
    self.range = range
    offset = range?.lowerBound ?? -1
    self.path = path
    self.make = make
  }

  private static let family = AttachmentFamily("view", isRecorded: false)

  func makeReader() -> Reader { make() }
}

/// The last value of a property that a view has read at one place.
///
/// A place keeps it as long as a view takes note: a change that finds no one does not compare, and lets go of the value.
// SAFETY: what varies is set before the reader is shared, or touched under `lock`; subclasses state their own reasons.
@safe
@usableFromInline
class Reader: @unchecked Sendable {
  final var kind: ReaderKind?
  final var signal: Context?
  /// The bytes of the state that the value depends on; `nil` for all.
  final var range: Range<Int>?

  fileprivate final let lock = Lock(rank: .leaf)
  // Not an optional: its type would be looked up at each access.
  /// The address of the last value, if the reader keeps one.
  @usableFromInline final let memory: UnsafeMutableRawPointer
  /// The type of the value.
  final let valueType: ObjectIdentifier?
  @safe @exclusivity(unchecked) fileprivate final var hasLast = false
  /// Whether the place has released the reader.
  @safe @exclusivity(unchecked) private final var isDropped = false
  fileprivate final let begun = Atomic<Bool>(false)

  init() {
    unsafe memory = .allocate(byteCount: 1, alignment: 1)
    valueType = nil
  }

  fileprivate init<Value>(of type: Value.Type) {
    unsafe memory = UnsafeMutableRawPointer(UnsafeMutablePointer<Value>.allocate(capacity: 1))
    valueType = ObjectIdentifier(type)
  }

  deinit { unsafe memory.deallocate() }

  /// Whether the value that a view has seen is known.
  final var hasBegun: Bool { begun.load(ordering: .acquiring) }

  /// Whether the values are those of the live state, whatever views see.
  var isLive: Bool { false }

  /// Notes the value of a state, and says whether it is another one than the last.
  @unsafe
  func update(_ state: UnsafeRawPointer) -> Bool { OneStoreTrap.abstract() }

  /// Makes the property in a state as it is in another one, for a test.
  func assert<State>(_ path: PartialKeyPath<State>, in former: inout State, asIn now: State) {
    OneStoreTrap.abstract()
  }

  /// The closure to call when the store may be used again.
  func takeCall() -> (() -> Void)? { nil }

  /// Called when the state has been removed.
  func finish() {}

  /// Begins a read of the last value, which is that of the present state.
  ///
  /// - Returns: Whether there is one; then the lock is taken until `endRead()`.
  final func beginRead(of type: ObjectIdentifier) -> Bool {
    guard valueType == type else { return false }
    lock.lock()
    if hasLast, hasBegun { return true }
    lock.unlock()
    return false
  }

  /// Ends a read of the last value.
  @usableFromInline
  final func endRead() { lock.unlock() }

  /// Notes that the place has released the reader.
  final func drop() {
    lock.lock()
    isDropped = true
    begun.store(false, ordering: .releasing)
    lock.unlock()
  }

  /// Notes that the value is known which a view sees; called with the lock taken.
  ///
  /// - Returns: Whether the place still has the reader.
  fileprivate final func noteBegin() -> Bool {
    if !isDropped { begun.store(true, ordering: .releasing) }
    return !isDropped
  }
}

/// The last value of one type.
// SAFETY: nothing that varies is added.
@safe
class ValueReader<Value>: Reader, @unchecked Sendable {
  /// The offset of the value in a state; less than zero for what is computed.
  private let offset: Int
  private let compute: ((UnsafeRawPointer) -> Value)?

  fileprivate init(at offset: Int, _ compute: ((UnsafeRawPointer) -> Value)?) {
    self.offset = offset
    unsafe self.compute = unsafe compute
    super.init(of: Value.self)
  }

  deinit {
    if hasLast { unsafe value.deinitialize(count: 1) }
  }

  private var value: UnsafeMutablePointer<Value> {
    unsafe memory.assumingMemoryBound(to: Value.self)
  }

  /// Makes a reader of a property, with the equality that the type of the value has.
  static func of<State>(_ path: KeyPath<State, Value>) -> ValueReader {
    if let offset = MemoryLayout<State>.offset(of: path) { return unsafe make(at: offset, nil) }
    return unsafe make(at: -1) { state in
      unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
    }
  }

  private static func make(
    at offset: Int,
    _ compute: ((UnsafeRawPointer) -> Value)?
  ) -> ValueReader {
    func open<E: Equatable>(_ type: E.Type) -> ValueReader? {
      unsafe EquatableReader<E>(at: offset, compute as? (UnsafeRawPointer) -> E) as? ValueReader
    }
    if let type = Value.self as? any Equatable.Type, let reader = open(type) { return reader }
    return unsafe ValueReader(at: offset, compute)
  }

  /// Whether two values are equal; never, for types without equality.
  @unsafe
  func areEqual(_ a: UnsafePointer<Value>, _ b: UnsafePointer<Value>) -> Bool { false }

  @unsafe
  override final func update(_ state: UnsafeRawPointer) -> Bool {
    var next: Value
    if let compute = unsafe compute {
      next = unsafe compute(state)
    } else {
      next = unsafe (state + offset).assumingMemoryBound(to: Value.self).pointee
    }
    // Values are compared by the threads that change the store, one at a time.
    lock.lock()
    guard hasLast else {
      unsafe value.initialize(to: next)
      hasLast = true
      lock.unlock()
      return true
    }
    var former = unsafe value.move()
    unsafe value.initialize(to: next)
    lock.unlock()
    return unsafe withUnsafePointer(to: &former) { former in
      unsafe withUnsafePointer(to: &next) { next in unsafe !areEqual(former, next) }
    }
  }

  override final func assert<State>(
    _ path: PartialKeyPath<State>,
    in former: inout State,
    asIn now: State
  ) {
    guard let path = path as? KeyPath<State, Value> else { return }
    AssertedProperty.assert(path, in: &former, asIn: now)
  }

  /// Notes the value that a view reads, unless a change has been noted meanwhile.
  ///
  /// - Returns: Whether the place still has the reader; if not, the view has to read again.
  final func begin(_ first: Value) -> Bool {
    if hasBegun { return true }
    lock.lock()
    defer { lock.unlock() }
    if !hasLast {
      unsafe value.initialize(to: first)
      hasLast = true
    }
    return noteBegin()
  }
}

/// The equality of a type, if it has one.
enum Equality {
  static func of<Value>(_ type: Value.Type) -> ((Value, Value) -> Bool)? {
    func open<E: Equatable>(_ type: E.Type) -> ((Value, Value) -> Bool)? {
      { ($0 as? E) == ($1 as? E) }
    }
    guard let type = type as? any Equatable.Type else { return nil }
    return open(type)
  }
}

/// The last value of a type with equality.
// SAFETY: nothing is added.
private final class EquatableReader<Value: Equatable>: ValueReader<Value>, @unchecked Sendable {
  @unsafe
  override func areEqual(_ a: UnsafePointer<Value>, _ b: UnsafePointer<Value>) -> Bool {
    unsafe a.pointee == b.pointee
  }
}
