import Foundation
import StrataConcurrency
import Synchronization
import Testing

@testable import StrataOneStore

/// How many signals the program has handled.
private let handledSignals = Atomic<Int>(0)

/// The ends of a pipe, or of a connection in this process; closed with the last reference.
private final class Ends {
  let reading: Int32
  let writing: Int32
  private var isWritingOpen = true
  private var isReadingOpen = true

  init(isSocket: Bool = false) {
    var ends: [Int32] = [0, 0]
    // SAFETY: there is room for two numbers.
    unsafe ends.withUnsafeMutableBufferPointer { ends in
      #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
      #else
      let type = SOCK_STREAM
      #endif
      _ = unsafe isSocket ? socketpair(AF_UNIX, type, 0, ends.baseAddress) : pipe(ends.baseAddress)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if isReadingOpen { _ = close(reading) }
    isReadingOpen = false
  }

  func closeWriting() {
    if isWritingOpen { _ = close(writing) }
    isWritingOpen = false
  }

  /// The channel has closed it.
  func forgetReading() { isReadingOpen = false }

  /// Whether the other side of the end for writing has ended.
  var isOver: Bool {
    var file = pollfd(fd: writing, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&file, 1, 0) > 0
  }
}

@Suite struct LineChannelTests {
  private func channel(_ ends: Ends, isSocket: Bool = false) throws -> LineChannel {
    LineChannel(
      input: ends.reading,
      output: isSocket ? ends.reading : ends.writing,
      isSocket: isSocket,
      stop: try StopSignal()
    )
  }

  @Test func whatIsWrittenIsReadUntilTheEnd() throws {
    let ends = Ends()
    let channel = try channel(ends)
    #expect(channel.write(Array("abc".utf8), patience: 0))
    #expect(channel.read() == Array("abc".utf8))
    ends.closeWriting()
    #expect(channel.read() == nil)
  }

  @Test func aWaitEndsWithTheSignalAlsoIfThereIsSomethingToRead() throws {
    let ends = Ends()
    let channel = try channel(ends)
    #expect(!channel.stop.waits(for: ends.reading, Int16(POLLIN), milliseconds: 0))
    #expect(channel.write([1], patience: 0))
    #expect(channel.stop.waits(for: ends.reading, Int16(POLLIN), milliseconds: 0))
    channel.stop.send()
    #expect(!channel.stop.waits(for: ends.reading, Int16(POLLIN), milliseconds: -1))
    #expect(channel.read() == nil)
    #expect(!channel.write([1], patience: 0))
  }

  @Test func aReaderThatTakesNothingIsWaitedForOnlySoLong() throws {
    let channel = try channel(Ends())
    let ends = Ends()
    let full = LineChannel(
      input: ends.reading,
      output: ends.writing,
      isSocket: false,
      stop: channel.stop
    )
    #expect(!full.write([UInt8](repeating: 1, count: 1_000_000), patience: 0))
    #expect(full.read()?.isEmpty == false)
  }

  @Test func nothingIsWrittenToAReaderThatHasGone() throws {
    let ends = Ends()
    let channel = try channel(ends)
    ends.closeReading()
    #expect(!channel.stop.waits(for: ends.writing, Int16(POLLOUT), milliseconds: 0))
    #expect(!channel.write([1], patience: 0))
  }

  #if os(Linux)
  @Test(arguments: [true, false])
  func aReaderThatLeavesWhenItsEndIsReadyEndsTheWritingAndNotTheProgram(
    _ isSocket: Bool
  ) throws {
    let ends = Ends(isSocket: true)
    let channel = LineChannel(
      input: ends.writing,
      output: ends.writing,
      isSocket: isSocket,
      stop: try StopSignal()
    )
    _ = shutdown(ends.reading, Int32(SHUT_RD))
    #expect(channel.stop.waits(for: ends.writing, Int16(POLLOUT), milliseconds: 0))
    #expect(!channel.write([1], patience: 0))
  }
  #endif

  @Test func aWaitWhoseTimeIsOverEndsWhateverHasFailedBefore() throws {
    let ends = Ends()
    let channel = try channel(ends)
    errno = EINTR
    #expect(!channel.stop.waits(for: ends.reading, Int16(POLLIN), milliseconds: 0))
  }

  @Test func aWaitGoesOnAfterSignalsThatTheProgramHandles() throws {
    let ends = Ends()
    let channel = try channel(ends)
    let former = signal(SIGURG) { _ in handledSignals.wrappingAdd(1, ordering: .relaxed) }
    defer { _ = signal(SIGURG, former) }
    let waiting = Locked<pthread_t?>(nil, rank: .leaf)
    let isReady = Locked<Bool?>(nil, rank: .leaf)
    let (isOver, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread { [file = ends.reading] in
      // A thread of a pool lets none through, and its children neither.
      var signals = sigset_t()
      _ = unsafe sigemptyset(&signals)
      _ = unsafe sigaddset(&signals, SIGURG)
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      waiting.withLock { $0 = pthread_self() }
      let result = channel.stop.waits(for: file, Int16(POLLIN), milliseconds: -1)
      isReady.withLock { $0 = result }
      isOver.signal()
      // It is sent signals until then.
      mayEnd.wait()
    }
    let first = handledSignals.load(ordering: .relaxed)
    while handledSignals.load(ordering: .relaxed) < first + 50 {
      if let thread = waiting.withLock({ $0 }) { _ = pthread_kill(thread, SIGURG) }
      sched_yield()
    }
    #expect(channel.write([1], patience: 0))
    isOver.wait()
    mayEnd.signal()
    #expect(isReady.withLock { $0 } == true)
  }

  @Test func aConnectionIsShutAndClosed() throws {
    let shut = Ends(isSocket: true)
    try channel(shut, isSocket: true).shut()
    #expect(shut.isOver)
    let closed = Ends(isSocket: true)
    let channel = try channel(closed, isSocket: true)
    #expect(!closed.isOver)
    channel.end()
    closed.forgetReading()
    #expect(closed.isOver)
  }

  @Test func thePipesOfTheProgramStayOpen() throws {
    let ends = Ends()
    let channel = try channel(ends)
    channel.shut()
    channel.end()
    #expect(!ends.isOver)
    #expect(channel.write([1], patience: 0))
    #expect(channel.read() == [1])
  }
}
