import Dispatch
public import StrataConcurrency
import Synchronization

/// Lets another program see the states that a store has had, and choose which one views see.
///
/// ```swift
/// let server = try traveler.serve(port: 4711)   // 127.0.0.1 alone
/// ```
///
/// Both sides send lines, each one object of JSON. <doc:TravellingFromOutside> has the format. What is served ends
/// with ``cancel()``, and when the server is released.
public final class TimeTravelServer: Cancellable {
  /// The port; `nil` for lines that do not come over TCP.
  public let port: Int?
  private let stop: StopSignal
  private let isCancelled = Atomic<Bool>(false)

  fileprivate init(port: Int?, _ stop: StopSignal) {
    self.port = port
    self.stop = stop
  }

  deinit { cancel() }

  /// Ends all connections, and accepts no more.
  public func cancel() {
    if !isCancelled.exchange(true, ordering: .relaxed) { stop.send() }
  }
}

extension TimeTraveler {
  /// Lets programs that connect by TCP see the records, and choose which one views see.
  ///
  /// Programs of this machine alone can connect, unless others are let in. Whoever can connect can read all
  /// states: let no others in where that matters. Eight can be there at one time; a line that comes may have a
  /// megabyte, one that goes sixteen.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose a free one.
  ///   - acceptsOtherHosts: Whether others than programs of this machine can connect.
  /// - Returns: Ends it when it is cancelled or released.
  /// - Throws: ``TimeTravelError``, if the port cannot be used.
  public func serve(
    port: UInt16 = 0,
    acceptsOtherHosts: Bool = false
  ) throws(TimeTravelError) -> TimeTravelServer {
    try serve(port: port, acceptsOtherHosts: acceptsOtherHosts, TravelLimits())
  }

  /// Lets the program at the other end of the standard streams see the records, and choose which one views see.
  ///
  /// Lines are read from standard input and written to standard output, which the program should print nothing else
  /// to meanwhile.
  ///
  /// - Returns: Ends it when it is cancelled or released.
  /// - Throws: ``TimeTravelError``, if the system has no more files.
  public func serveStandardStreams() throws(TimeTravelError) -> TimeTravelServer {
    try serve(input: 0, output: 1)
  }

  /// Lets the program at the other end of two files, such as pipes, see the records, and choose which one views see.
  ///
  /// - Parameters:
  ///   - input: The file that lines come from; it is not closed.
  ///   - output: The file that lines go to; it is not closed.
  /// - Returns: Ends it when it is cancelled or released.
  /// - Throws: ``TimeTravelError``, if the system has no more files.
  public func serve(
    input: Int32,
    output: Int32
  ) throws(TimeTravelError) -> TimeTravelServer {
    let stop = try StopSignal()
    let channel = LineChannel(input: input, output: output, isSocket: false, stop: stop)
    serve(channel, TravelLimits()) {}
    return TimeTravelServer(port: nil, stop)
  }

  func serve(
    port: UInt16,
    acceptsOtherHosts: Bool,
    _ limits: TravelLimits
  ) throws(TimeTravelError) -> TimeTravelServer {
    let stop = try StopSignal()
    let socket = try ListeningSocket(port: port, acceptsOtherHosts: acceptsOtherHosts)
    let places = ClientPlaces(limits.clients)
    DispatchQueue(label: "time travel").async {
      while let client = socket.nextClient(stop) {
        let channel = LineChannel(input: client, output: client, isSocket: true, stop: stop)
        if places.take() {
          self.serve(channel, limits) { places.giveBack() }
        } else {
          let line = TravelLine.error("Too many are connected. Try again later.", line: 0)
          _ = channel.write(line.bytes, patience: 0)
          channel.end()
        }
      }
      socket.end()
    }
    return TimeTravelServer(port: socket.port, stop)
  }

  /// Serves one who travels, until that one leaves.
  private func serve(
    _ channel: LineChannel,
    _ limits: TravelLimits,
    whenDone: @escaping @Sendable () -> Void
  ) {
    let session = TravelSession(self, limits)
    let sending = DispatchQueue(label: "time travel lines")
    let patience = Int32(clamping: limits.patience.components.seconds * 1_000)
    @Sendable func send(_ line: TravelLine) -> Bool {
      channel.write(line.bytes, patience: patience)
    }
    let isDue = DueMark()
    let news = onChange {
      // Once for all changes until then: each look sends all records that have come.
      guard isDue.set() else { return }
      sending.async {
        isDue.clear()
        guard !session.sendNews(send) else { return }
        session.end()
        channel.shut()
      }
    }
    DispatchQueue(label: "time traveler").async {
      var splitter = LineSplitter(limit: limits.incomingBytes)
      reading: while let bytes = channel.read() {
        for line in splitter.add(bytes) {
          guard sending.sync(execute: { session.receive(line, send) }) else { break reading }
        }
      }
      news.cancel()
      // Behind what is being sent: the file is closed after its last use.
      sending.sync { session.end() }
      channel.end()
      whenDone()
    }
  }
}

/// Whether something is to be done, and has not begun yet.
private final class DueMark: Sendable {
  private let isSet = Atomic<Bool>(false)

  /// Sets the mark; says whether it was not set before.
  func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
  func clear() { isSet.store(false, ordering: .sequentiallyConsistent) }
}

/// How many may be connected.
private final class ClientPlaces: Sendable {
  private let free: Atomic<Int>

  init(_ count: Int) { free = Atomic(count) }

  func take() -> Bool {
    if free.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 { return true }
    giveBack()
    return false
  }

  func giveBack() { free.wrappingAdd(1, ordering: .relaxed) }
}
