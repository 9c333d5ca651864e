import StrataConcurrency
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Sends a recording to an inspector, on a thread of its own.
///
/// The program's work adds lines to the journal's bounded queue and rings a bell. It never waits for the connection: a
/// full queue loses its oldest half. When the connection is lost, the thread tries again, with growing pauses.
final class LiveSender: Sendable {
  private let address: LiveAddress
  private let header: RecordedHeader
  private let changeLog: Locked<RecordedChangeLog>
  private let bell: LiveQueueBell
  private let isReady = LiveBell()
  private let isDone = LiveBell()
  private let state = Locked(State(), rank: .leaf)

  private struct State {
    weak var recording: Recording?
    var page: String?
    var isConnected = false
    /// When to give up sending, in the time of `ContinuousClock`, after the end.
    var deadline: ContinuousClock.Instant?
  }

  /// How long an end waits for the last lines.
  private static let lastPatience = Duration.seconds(2)
  private static let batchBytes = 1 << 18

  init(
    _ address: LiveAddress,
    _ header: RecordedHeader,
    _ changeLog: Locked<RecordedChangeLog>,
    _ bell: LiveQueueBell
  ) {
    self.address = address
    self.header = header
    self.changeLog = changeLog
    self.bell = bell
  }

  /// The address of the inspector's page; `nil` if no inspector has named one.
  var page: String? { state.withLock { $0.page } }

  /// Whether the inspector is connected.
  var isConnected: Bool { state.withLock { $0.isConnected } }

  /// Starts the thread, and waits for the inspector's first answer at most so many milliseconds.
  func start(for recording: Recording, patience: Int) {
    state.withLock { $0.recording = recording }
    // SAFETY: balanced by `takeRetainedValue` on the thread.
    let body = unsafe Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let failure = unsafe pthread_create(&thread, nil, { unsafe runLiveSender($0) }, body)
    precondition(failure == 0, "LiveSender: pthread_create failed with \(failure)")
    #if canImport(Darwin)
    if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
    _ = isReady.wait(milliseconds: patience)
  }

  /// Sends what is left, at most for two seconds, and ends the thread; called once, by the recording's end.
  func finish() {
    state.withLock { $0.deadline = ContinuousClock.now + Self.lastPatience }
    bell.ring()
    guard !isOwnThread else { return }
    _ = isDone.wait(milliseconds: 2_500)
  }

  private let thread = Atomic<UInt>(0)

  private var isOwnThread: Bool {
    thread.load(ordering: .acquiring) == ThreadIdentity.current.rawValue
  }

  // MARK: The thread

  fileprivate func run() {
    thread.store(ThreadIdentity.current.rawValue, ordering: .releasing)
    var session = 0
    var pause = 100
    while !isEnding {
      guard let socket = LiveSocket(address) else {
        isReady.ring()
        bell.wait(milliseconds: pause)
        pause = min(pause * 2, 5_000)
        continue
      }
      session += 1
      pause = 100
      state.withLock { $0.isConnected = true }
      send(session, to: socket)
      state.withLock { $0.isConnected = false }
      isReady.ring()
      // An inspector that hangs up at once is not called without a pause.
      if !isEnding { bell.wait(milliseconds: pause) }
    }
    isDone.ring()
  }

  private var isEnding: Bool { state.withLock { $0.deadline != nil } }

  private var isLate: Bool {
    state.withLock { $0.deadline.map { ContinuousClock.now > $0 } ?? false }
  }

  /// Sends lines until the connection is lost, or the recording has ended.
  private func send(_ session: Int, to socket: LiveSocket) {
    var header = header
    header.session = session
    var waiting = RecordingRecord.header(header).line[...]
    if session > 1 { beginAgain() }
    var requests = LiveRequests()
    while !isLate {
      if waiting.isEmpty {
        waiting = changeLog.withLock { $0.takeRecords(Self.batchBytes) }.bytes[...]
      }
      if waiting.isEmpty, isEnding { return }
      guard bell.wait(for: socket, isSending: !waiting.isEmpty, hasMore: { hasLines }) else {
        return
      }
      guard let lines = requests.receive(from: socket) else { return }
      for line in lines { answer(line) }
      switch waiting.isEmpty ? .later : socket.send(waiting) {
      case .moved(let count): waiting = waiting.dropFirst(count)
      case .later: break
      case .closed: return
      }
    }
  }

  private var hasLines: Bool { isEnding || changeLog.withLock { $0.hasLines } }

  /// Begins a session after a connection was lost: the states of all trees, and how much is missing.
  private func beginAgain() {
    guard let recording = state.withLock({ $0.recording }) else { return }
    recording.beginSession()
  }

  // On this thread: the program's work goes on meanwhile, and lines that it adds wait in the queue.
  private func travel(to request: LiveTravel) {
    guard header.allows.contains(LiveAbility.travel) else {
      return changeLog.withLock {
        $0.reject("\(request) was rejected: this program does not allow it.")
      }
    }
    state.withLock { $0.recording }?.travel(to: request)
  }

  private func answer(_ line: LiveRequests.Request) {
    switch line {
    case .welcome(let page):
      state.withLock { $0.page = page }
      isReady.ring()
    case .resend: beginAgain()
    case .travel(let request): travel(to: request)
    case .rejected(let message): changeLog.withLock { $0.reject(message) }
    }
  }
}

private func runLiveSender(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  // SAFETY: balances `passRetained` in `start`.
  if let argument = unsafe argument {
    unsafe Unmanaged<LiveSender>.fromOpaque(argument).takeRetainedValue().run()
  }
  return nil
}

/// Wakes the sending thread when a queue has lines again.
final class LiveQueueBell: Sendable {
  private let bell = LiveBell()
  private let isWaiting = Atomic(false)

  /// Now and then the thread looks up, so that it notices an end whose deadline has passed.
  static let patience: Int32 = 1_000

  /// Says that there are lines; costs a system call only while the thread waits.
  func note() {
    if isWaiting.exchange(false, ordering: .acquiringAndReleasing) { bell.ring() }
  }

  func ring() { bell.ring() }

  /// Waits for a call, at most so many milliseconds.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func wait(milliseconds: Int) -> Bool {
    guard bell.wait(milliseconds: milliseconds) else { return false }
    bell.silence()
    return true
  }

  /// Waits until a connection can be read or written, or a line is there, at most so many milliseconds.
  ///
  /// - Returns: `false` if waiting is not possible.
  func wait(
    for socket: LiveSocket,
    isSending: Bool,
    milliseconds: Int32 = LiveQueueBell.patience,
    hasMore: () -> Bool
  ) -> Bool {
    isWaiting.store(true, ordering: .sequentiallyConsistent)
    defer { isWaiting.store(false, ordering: .relaxed) }
    // A line that came before the flag was set has not rung.
    if !isSending, hasMore() { return true }
    let events = isSending ? POLLIN | POLLOUT : POLLIN
    var entries = [
      pollfd(fd: socket.descriptor, events: Int16(events), revents: 0),
      pollfd(fd: bell.receiving, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&entries, 2, milliseconds) >= 0 || errno == EINTR else { return false }
    if entries[1].revents != 0 { bell.silence() }
    return true
  }
}
