public import StrataConcurrency

/// The last writes of a context and of all below it, each with what led to it.
///
/// Made by ``Context/recordWrites(keeping:at:onWrite:now:)``. It holds text and no state: each record
/// is a value that can be saved. While it records, causes are recorded in the whole process, and the
/// writes of its tree take the long way; when it is cancelled or released, both end.
///
/// All functions may be called from any thread. Records are in the order in which the writes were
/// committed.
public final class WriteLog: Cancellable, Sendable {
  /// How much a log keeps.
  public struct Limits: Sendable, Hashable {
    /// The number of records; beyond it the oldest goes.
    public var total: Int
    /// The number of records of each property, so that a busy one does not push out the others.
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
    /// Counts the lives of the context, so that an earlier recording adds nothing any more.
    var generation = 0
    var recording: ChangeRecording?
    var isCancelled = false
  }

  private let journal: WriteJournal
  private let state = Locked(State(), rank: .leaf)

  init(_ journal: WriteJournal) {
    self.journal = journal
    Cause.startRecording()
  }

  deinit { cancel() }

  // MARK: Recording

  /// Begins to record, in place of what was recorded in an earlier life.
  func begin(at callSite: CallSite) {
    guard let generation = nextGeneration() else { return }
    let journal = journal
    let recording = journal.top.recordChanges(at: callSite) { change in
      journal.note(change, generation: generation)
    }
    let former = state.withLock { state -> ChangeRecording? in
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
    if let generation { journal.accept(generation) }
    return generation
  }

  /// Ends the recording; what was recorded stays.
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

  /// The records that are kept, oldest first.
  public var records: [WriteRecord] { journal.records }

  /// The records of a context and of all below it, oldest first.
  ///
  /// What is kept of a context that has been removed stays known.
  public func records(in context: Context) -> [WriteRecord] {
    journal.records(in: context.id)
  }

  /// The records of all properties that a closure reads, oldest first.
  ///
  /// ```swift
  /// log.writes { row.title }
  /// log.writes { list.sum }     // of each row's amount, and of the list of rows
  /// ```
  ///
  /// The closure is called once. To learn of a property alone, and not of those that lead to it,
  /// take the model that has it out before.
  public func writes<Value>(to expression: () -> Value) -> [WriteRecord] {
    let recording = ReadRecording()
    _ = recording.record(expression)
    return journal.records(of: recording.reads)
  }

  /// The last record of the properties that a closure reads; as ``writes(to:)``.
  public func lastWrite<Value>(of expression: () -> Value) -> WriteRecord? {
    writes(to: expression).last
  }

  /// Who wrote what a closure reads, and why: the explanations of the records, newest first.
  ///
  /// - Parameters:
  ///   - count: How many writes are told of at most.
  ///   - expression: Reads what is to be explained; as in ``writes(to:)``.
  /// - Returns: The text, which says so if nothing is on record.
  public func explain<Value>(last count: Int = 3, _ expression: () -> Value) -> String {
    let records = writes(to: expression)
    guard !records.isEmpty else { return "No write of it is on record." }
    return records.suffix(max(count, 0)).reversed().map(\.explanation).joined(separator: "\n")
  }
}
