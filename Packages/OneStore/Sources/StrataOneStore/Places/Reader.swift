import StrataConcurrency
import StrataCore
import Synchronization

/// What views read of one kind of place: a property, or the structure of a field.
// SAFETY: constants; `path` is immutable.
final class ReaderKind: @unchecked Sendable {
  /// Where the number is kept that views take note of.
  let signal: CellKey<UInt64>
  /// The bytes of the state that the value is; `nil` for what is computed.
  let range: Range<Int>?
  /// Where the value begins; less than zero for what is computed.
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
    signal = CellKey(name, in: Self.family, initial: 0)
    self.range = range
    offset = range?.lowerBound ?? -1
    self.path = path
    self.make = make
  }

  private static let family = CellFamily("view", isRecorded: false)

  func makeReader() -> Reader { make() }
}

/// The last value of a property that a view has read at one place.
// SAFETY: what varies is set before the reader is shared; subclasses state their own reasons.
class Reader: @unchecked Sendable {
  final var kind: ReaderKind?
  final var signal: Context?
  /// The bytes of the state that the value depends on; `nil` for all.
  final var range: Range<Int>?

  /// Whether the values are those of the live state, whatever views see.
  var isLive: Bool { false }

  /// Notes the value of a state, and says whether it is another one than the last.
  @unsafe
  func update(_ state: UnsafeRawPointer) -> Bool { OneStoreTrap.abstract() }

  /// What is to be called when the store may be used again.
  func takeCall() -> (() -> Void)? { nil }

  /// Called when the state has been removed.
  func finish() {}
}

/// The last value of one type.
// SAFETY: `last` is locked.
final class ValueReader<State, Value>: Reader, @unchecked Sendable {
  private let path: KeyPath<State, Value>
  private let isEqual: ((Value, Value) -> Bool)?
  // SAFETY: values are compared by the threads that change the store, one at a time.
  private let lock = Lock(rank: .leaf)
  private var last: Value?
  private let hasBegun = Atomic<Bool>(false)

  init(_ path: KeyPath<State, Value>) {
    self.path = path
    isEqual = Equality.of(Value.self)
  }

  @unsafe
  override func update(_ state: UnsafeRawPointer) -> Bool {
    let value = unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
    return replace(value)
  }

  /// Notes a value, and says whether it is another one than the last.
  private func replace(_ value: Value) -> Bool {
    lock.lock()
    let former = last
    last = value
    lock.unlock()
    guard let former, let isEqual else { return true }
    return !isEqual(former, value)
  }

  /// Notes the value that a view reads, unless a change has been noted meanwhile.
  func begin(_ value: Value) {
    if hasBegun.load(ordering: .acquiring) { return }
    lock.lock()
    if last == nil { last = value }
    lock.unlock()
    hasBegun.store(true, ordering: .releasing)
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
