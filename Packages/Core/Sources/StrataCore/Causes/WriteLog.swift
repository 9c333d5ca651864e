public import StrataConcurrency
import Synchronization

/// The last writes of a context and its descendants, each with its cause.
///
/// ``Context/recordWrites(keeping:at:onWrite:now:)`` makes a log. It contains text and no state, and each record is a
/// value that can be saved. While it records, the whole process records causes, and the writes of its tree take the
/// slow path. Both end when it is cancelled or released.
///
/// All functions may be called from any thread. Records are in the order of the commits.
public final class WriteLog: Cancellable, Sendable {
  /// How much a log retains.
  public struct Limits: Sendable, Hashable {
    /// The number of records; the log drops the oldest ones beyond it.
    public var total: Int
    /// The number of records of each property, so that a frequently written one does not displace the others.
    public var perProperty: Int
    /// The number of characters of each value.
    public var textLength: Int

    /// Makes limits.
    public init(total: Int = 1_000, perProperty: Int = 10, textLength: Int = 120) {
      self.total = total
      self.perProperty = perProperty
      self.textLength = textLength
    }
  }

  private struct State: Sendable {
    /// Counts the incarnations of the context, so that an earlier recording adds nothing more.
    var generation = 0
    var recording: Subscription?
    var isCancelled = false
  }

  private let changeLog: WriteLogStorage
  private let state = Locked(State(), rank: .leaf)

  init(_ changeLog: WriteLogStorage) {
    self.changeLog = changeLog
    Cause.startRecording()
  }

  deinit { cancel() }

  // MARK: Recording

  /// Begins to record, and replaces the recording of an earlier incarnation.
  func begin(at callSite: CallSite) {
    guard let generation = nextGeneration() else { return }
    let changeLog = changeLog
    // Only a closure of the program may write, and needs a cause for its writes.
    let recording =
      if changeLog.hasListener {
        changeLog.top.recordChanges(at: callSite) { change in
          changeLog.note(change, generation: generation)
        }
      } else {
        WriteLogObserver(changeLog, generation: generation, at: callSite).begin()
      }
    let former = state.withLock { state -> Subscription? in
      guard !state.isCancelled, state.generation == generation else { return recording }
      defer { state.recording = recording }
      return state.recording
    }
    former?.cancel()
  }

  private func nextGeneration() -> Int? {
    let generation = state.withLock { state -> Int? in
      guard !state.isCancelled else { return nil }
      state.generation += 1
      return state.generation
    }
    if let generation { changeLog.accept(generation) }
    return generation
  }

  /// Ends the recording; the records so far remain.
  public func cancel() {
    let (isFirst, recording) = state.withLock { state in
      defer {
        state.isCancelled = true
        state.recording = nil
      }
      return (!state.isCancelled, state.recording)
    }
    guard isFirst else { return }
    recording?.cancel()
    Cause.stopRecording()
  }

  // MARK: Asking

  /// The retained records, oldest first.
  public var records: [WriteRecord] { changeLog.records }

  /// The records of a context and its descendants, oldest first.
  ///
  /// The retained records of a removed context remain available.
  public func records(in context: Context) -> [WriteRecord] {
    changeLog.records(in: context.id)
  }

  /// The records of all properties that a closure reads, oldest first.
  ///
  /// ```swift
  /// log.writes { row.title }
  /// log.writes { list.sum }     // of each row's amount, and of the list of rows
  /// ```
  ///
  /// The closure is called once. Its reads on the way to a property count as well. For one property alone, take its
  /// model out before the call.
  public func writes<Value>(to expression: () -> Value) -> [WriteRecord] {
    let recording = ReadRecording()
    _ = recording.record(expression)
    return changeLog.records(of: recording.reads)
  }

  /// The last record of the properties that a closure reads, as ``writes(to:)`` finds them.
  public func lastWrite<Value>(of expression: () -> Value) -> WriteRecord? {
    writes(to: expression).last
  }

  /// Explains who wrote the properties that a closure reads, and why, newest write first.
  ///
  /// - Parameters:
  ///   - count: The largest number of writes to explain.
  ///   - expression: Reads the properties to explain, as in ``writes(to:)``.
  /// - Returns: The text. It says so if no write is on record.
  public func explain<Value>(last count: Int = 3, _ expression: () -> Value) -> String {
    let records = writes(to: expression)
    guard !records.isEmpty else { return "No write of it is on record." }
    return records.suffix(max(count, 0)).reversed().map(\.explanation).joined(separator: "\n")
  }
}

/// Gives the changes of one incarnation to a log.
private final class WriteLogObserver: SlotObserver {
  private let changeLog: WriteLogStorage
  private let generation: Int
  private let callSite: CallSite
  private let isCancelled = Atomic(false)

  init(_ changeLog: WriteLogStorage, generation: Int, at callSite: CallSite) {
    self.changeLog = changeLog
    self.generation = generation
    self.callSite = callSite
  }

  var site: ObserverSite { ObserverSite(kind: "observer", callSite: callSite) }

  func begin() -> Subscription {
    changeLog.top.recordChanges(with: self) { self.isCancelled.store(true, ordering: .relaxed) }
  }

  func receive(_ change: borrowing Change) {
    guard !isCancelled.load(ordering: .relaxed) else { return }
    changeLog.note(change, generation: generation)
  }
}
