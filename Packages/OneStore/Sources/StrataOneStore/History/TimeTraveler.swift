public import StrataConcurrency
import StrataExtensions
import Synchronization

/// Records the states of a store, and lets views see an earlier one.
///
/// ```swift
/// let traveler = TimeTraveler.local(for: store, reducer: .tail(maxCount: 100))
/// traveler.setOverride(at: 3)   // views see the fourth state; models go on with the present one
/// print(traveler.diff(at: 3) ?? "")
/// traveler.clearOverride()
/// ```
///
/// States share their memory with the store's; a record costs what a copy of the value does. A change after which
/// the state is equal makes no record, as a transaction that throws. Recording ends when the traveler is released. It
/// does not keep the store.
public final class TimeTraveler<Models: ModelContainer>: Sendable {
  /// The states that are recorded.
  public typealias Record = StateRecord<Models.Container>

  private let log: HistoryLog<Models.Container>
  private let positions = TravelPositions()
  private let target: StoreTarget<Models>
  private let listener: CommitListener<Models.Container>
  private let selected = Locked(TravelOverride.none, rank: .leaf)

  /// Makes one that records the states of a store of this process.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - reducer: Which of the records are kept.
  ///   - clock: Says when a state was recorded.
  /// - Returns: The traveler; the present state is its first record.
  public static func local(
    for store: Store<Models>,
    reducer: StateHistoryReducer<Models.Container> = .unlimited,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> TimeTraveler {
    TimeTraveler(store, reducer, clock)
  }

  private init(
    _ store: Store<Models>,
    _ reducer: StateHistoryReducer<Models.Container>,
    _ clock: any Clock<Duration>
  ) {
    let log = HistoryLog(reducer, clock)
    self.log = log
    target = StoreTarget(store)
    listener = CommitListener { [positions] state in
      guard log.add(state) else { return }
      let count = log.records.count
      positions.send((count - 1, count))
    }
    store.storage.add(listener) { log.add($0) }
  }

  deinit { target.store?.storage.remove(listener) }

  /// The states that are kept, the oldest first.
  public var records: [Record] { log.records }

  /// Where the views are, and how many states are kept, at each change of one of the two.
  public var updates: MulticastSequence<(index: Int, count: Int)> { positions.updates.subscribe() }

  /// Calls a closure at each new record, and whenever views see another state.
  func onChange(_ body: @escaping @Sendable () -> Void) -> Subscription {
    positions.onChange(body)
  }

  /// Which state views see; `nil` for the store's own, and for one that is not kept any more.
  public var overrideIndex: Int? {
    guard case .record(let number) = override else { return nil }
    return records.firstIndex { $0.number == number }
  }

  /// Which state views see.
  var override: TravelOverride { selected.withLock { $0 } }

  /// Lets views see a state that is kept.
  ///
  /// - Parameter index: Its position in ``records``; nothing happens if there is no such one.
  public func setOverride(at index: Int) {
    let records = records
    guard records.indices.contains(index) else { return }
    select(.record(records[index].number), records[index].state, index, records.count)
  }

  /// Lets views see a state that is no record.
  ///
  /// - Parameter state: The state.
  public func setOverride(_ state: Models.Container) {
    let count = records.count
    select(.other, state, count - 1, count)
  }

  /// Lets views see the store's own state again.
  public func clearOverride() {
    let count = records.count
    select(.none, nil, count - 1, count)
  }

  private func select(
    _ override: TravelOverride,
    _ state: Models.Container?,
    _ index: Int,
    _ count: Int
  ) {
    selected.withLock { $0 = override }
    target.store?.stateOverride = state
    positions.send((index, count))
  }

  /// The difference of a state from the one before.
  ///
  /// - Parameter index: Its position in ``records``.
  /// - Returns: Lines that begin with `-` and `+`; `nil` for the first, and where nothing differs.
  public func diff(at index: Int) -> String? {
    let records = records
    guard index > 0, records.indices.contains(index) else { return nil }
    return ValueDiff().text(from: records[index - 1].state, to: records[index].state)
  }

  /// Prints the difference of a state from the one before.
  ///
  /// - Parameters:
  ///   - index: Its position in ``records``.
  ///   - output: Where to print.
  public func printDiff(at index: Int, to output: (String) -> Void = { print($0) }) {
    if let text = diff(at: index) { output(text) }
  }
}

/// Says where the views of a traveler are.
private final class TravelPositions: Sendable {
  private typealias Listeners = [ObjectIdentifier: @Sendable () -> Void]

  let updates = Multicast<(index: Int, count: Int)>()
  private let listeners = Locked<Listeners>([:], rank: .leaf)

  func send(_ position: (index: Int, count: Int)) {
    updates.send(position)
    for listener in listeners.withLock({ $0 }).values { listener() }
  }

  func onChange(_ body: @escaping @Sendable () -> Void) -> Subscription {
    let key = DueKey()
    listeners.withLock { $0[ObjectIdentifier(key)] = body }
    return Subscription { [weak self] in
      let former = self?.listeners.withLock { $0.removeValue(forKey: ObjectIdentifier(key)) }
      withExtendedLifetime(former) {}
    }
  }

  private final class DueKey: Sendable {}
}

/// The records of a traveler.
final class HistoryLog<State: Sendable>: Sendable {
  private let contents = Locked<[StateRecord<State>]>([], rank: .leaf)
  // Kept also if the reducer drops its record: memory that two values share is never changed in place, so equal bytes
  // are the same state.
  private let last = Locked<State?>(nil, rank: .leaf)
  private let reducer: StateHistoryReducer<State>
  private let now: @Sendable () -> Duration
  private let count = RecordCount()

  init(_ reducer: StateHistoryReducer<State>, _ clock: any Clock<Duration>) {
    self.reducer = reducer
    now = Self.elapsed(clock)
  }

  private static func elapsed<C: Clock>(_ clock: C) -> @Sendable () -> Duration
  where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  var records: [StateRecord<State>] { contents.withLock { $0 } }

  /// Adds a state, unless it is the last one; called by one thread at a time.
  ///
  /// - Returns: Whether it is another one.
  @discardableResult
  func add(_ state: State) -> Bool {
    if let last = last.withLock({ $0 }), Self.areSame(last, state) { return false }
    let replaced = last.withLock { last in
      defer { last = state }
      return last
    }
    withExtendedLifetime(replaced) {}
    // Reduced outside of the lock: the reducer is the program's.
    var next = records
    next.append(StateRecord(state: state, time: now(), number: count.next()))
    reducer.reduce(&next)
    let former = contents.withLock { contents in
      defer { contents = next }
      return contents
    }
    withExtendedLifetime(former) {}
    return true
  }

  // A change has copied what differs, so a comparison of that costs no more than the change.
  private static func areSame(_ former: State, _ now: State) -> Bool {
    if hasSameBytes(former, now) { return true }
    guard let former = former as? any Equatable else { return false }
    return isEqual(former, now)
  }

  private static func isEqual<Value: Equatable>(_ former: Value, _ now: State) -> Bool {
    (now as? Value) == former
  }

  private static func hasSameBytes(_ former: State, _ now: State) -> Bool {
    unsafe withUnsafePointer(to: former) { former in
      unsafe withUnsafePointer(to: now) { now in
        unsafe SameBytes.are(
          UnsafeRawPointer(former),
          UnsafeRawPointer(now),
          0..<MemoryLayout<State>.size
        )
      }
    }
  }
}

/// How many states a recorder has seen.
private final class RecordCount: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// Leads to a store without keeping it.
final class StoreTarget<Models: ModelContainer>: Sendable {
  private struct Contents: Sendable {
    weak var store: Store<Models>?
  }

  private let contents: Locked<Contents>

  init(_ store: Store<Models>) {
    contents = Locked(Contents(store: store), rank: .leaf)
  }

  var store: Store<Models>? { contents.withLock { $0.store } }
}
