import ProgramSignals
import ProgramStreams
import StandupsData
import StandupsFeatures
import StrataConcurrency
import StrataDependencies
import StrataSources
import StrataStores

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The console of one running meeting: shows it, reads the input, and obeys signals.
///
/// All events arrive as one sequence and are handled on one task, so nothing here needs a lock. Input goes to the
/// view store, and the view shows the store's state.
struct RecordLoop {
  /// How a meeting ended.
  struct Result: Sendable {
    var progress: MeetingProgress
    /// The exit code of an interruption, if there was one.
    var status: Int32?
    /// The reason why the meeting was not shown to its end.
    var failure: ChannelFailure?
  }

  /// The treatment of the meeting when the program has to stop and cannot ask.
  enum Interruption: String, CaseIterable, Sendable {
    case save
    case discard
  }

  private let meeting: RunningMeetingStore
  private let store: RecordViewStore
  private let view: RecordView
  private let events: AsyncStream<RecordEvent>
  private let continuation: AsyncStream<RecordEvent>.Continuation
  private let console: Console
  private let interruption: Interruption
  /// Taken over before the terminal is changed, and until the meeting is saved.
  private let signals: AsyncStream<Int32>
  private let terminal: TerminalMode?
  private var input: RecordInput
  /// Lets the next bytes be read.
  private var handled: AsyncStream<Void>.Continuation?
  private var status: Int32?
  private var failure: ChannelFailure?

  /// The receiver of the loop's input.
  private var delegate: any RecordViewDelegate { store }

  /// Prepares the console of a meeting.
  ///
  /// - Parameters:
  ///   - meeting: The meeting that has just begun.
  ///   - settings: Say whether the bell may ring.
  ///   - screen: The output to show it on.
  ///   - interruption: The treatment of the meeting when the program has to stop.
  init(
    _ meeting: RunningMeetingStore,
    _ settings: Source<Persistable<StandupsData.Settings>>,
    screen: any OutputChannel,
    interruption: Interruption
  ) {
    let dependencies = DependencyValues.current
    let console = dependencies.console
    let (events, continuation) = AsyncStream.makeStream(of: RecordEvent.self)
    self.meeting = meeting
    self.events = events
    self.continuation = continuation
    self.console = console
    self.interruption = interruption
    let isLive = screen.isTerminal && dependencies.processEnvironment["TERM"] != "dumb"
    let isKeyed = isLive && console.input.isTerminal
    signals = console.signals(Signals.endings + [SIGCONT])
    terminal = isKeyed ? TerminalMode() : nil
    input = RecordInput(isKeyed: isKeyed)
    store = RecordViewStore(following: meeting, settings)
    let surface = console.surface(of: screen)
    view = RecordView(
      screen: screen,
      isLive: isLive,
      isKeyed: isKeyed,
      surface: {
        var current = surface
        current.columns = screen.columns
        return current
      },
      onShow: { continuation.yield($0) }
    )
  }

  /// Runs the meeting to its end, and then saves it.
  ///
  /// - Parameter save: Saves the meeting. It may wait for another process; a signal that comes meanwhile ends
  ///   nothing.
  /// - Returns: How the meeting ended.
  /// - Throws: Only if the view were subscribed already, which it is not.
  mutating func run(save: () async -> Void) async throws -> Result {
    try store += view
    let (signals, continuation) = (signals, continuation)
    let forwarding = Task {
      for await number in signals { continuation.yield(.signal(number)) }
    }
    await handleMeeting()
    terminal?.leave()
    await save()
    forwarding.cancel()
    await forwarding.value
    return Result(progress: meeting.progress, status: status, failure: failure)
  }

  private mutating func handleMeeting() async {
    let (input, continuation) = (console.input, continuation)
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    handled = turn
    let pending = await withTaskGroup(of: Void.self, returning: [UInt8].self) { group in
      group.addTask {
        var turns = turns.makeAsyncIterator()
        var end = RecordEvent.inputEnded
        do throws(InputFailure) {
          while let bytes = try await input.read() {
            continuation.yield(.bytes(bytes))
            // Input that never ends must not pile up.
            guard await turns.next() != nil else { break }
          }
        } catch {
          end = .unread(error)
        }
        if !Task.isCancelled { continuation.yield(end) }
      }
      let rest = await handleEvents()
      group.cancelAll()
      await group.waitForAll()
      return rest
    }
    continuation.finish()
    await putBack(pending)
  }

  /// Handles events until the end of the meeting has been shown.
  ///
  /// - Returns: Bytes that came with the last ones used, but after the end.
  private mutating func handleEvents() async -> [UInt8] {
    var rest: [UInt8] = []
    for await event in events {
      switch event {
      case .bytes(let bytes):
        rest += take(bytes)
        // Input behind a line without an end, or behind too many lines, is not read.
        if input.isExhausted { endInput() } else { handled?.yield() }
      case .inputEnded: endInput()
      case .unread(.hungUp): stop(status: Program.hungUpStatus)
      case .unread(let failure):
        // The meeting goes on as without input, and the exit code reports the failure.
        self.failure = self.failure ?? ChannelFailure(failure)
        endInput()
      case .signal(let number): obey(number)
      case .unshown(.hungUp): stop(status: Program.hungUpStatus)
      case .unshown(let failure):
        self.failure = self.failure ?? failure
        stop(status: nil)
      case .ended: return rest
      }
    }
    return rest
  }

  private mutating func endInput() {
    for input in input.end(isAsking: isAsking) { delegate.viewDidEnter(input) }
  }

  private var isAsking: Bool { meeting.progress.phase == .asking }

  private mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    defer { tellTyped() }
    for (index, byte) in bytes.enumerated() {
      if meeting.progress.isEnded { return Array(bytes[index...]) }
      if input.isExhausted { break }
      if let input = input.feed(byte, isAsking: isAsking) { delegate.viewDidEnter(input) }
    }
    return []
  }

  private func tellTyped() { delegate.viewDidType(input.typed(isAsking: isAsking)) }

  private mutating func obey(_ signal: Int32) {
    defer { tellTyped() }
    switch signal {
    case SIGCONT: terminal?.enter()
    case SIGINT where terminal != nil && !isAsking: delegate.viewDidEnter(.ask)
    default: stop(status: 128 + signal)
    }
  }

  private mutating func stop(status: Int32?) {
    guard !meeting.progress.isEnded else { return }
    self.status = status
    delegate.viewDidEnter(.interrupt(saving: interruption == .save))
  }

  /// Returns unused input to the next reader, in its order.
  private func putBack(_ first: [UInt8]) async {
    var rest = first
    for await event in events {
      if case .bytes(let bytes) = event { rest += bytes }
    }
    if !rest.isEmpty { console.input.putBack(rest) }
  }
}
