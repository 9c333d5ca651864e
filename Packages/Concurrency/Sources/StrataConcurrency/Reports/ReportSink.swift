#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The destination of reports of misuse.
///
/// A report goes to the first of these that exists:
/// 1. the handler of the running `withHandler(_:operation:)`; test support uses it to fail the test that caused the
///    report;
/// 2. in a simulated test, the handler of the test, for tasks that inherit none, such as detached ones;
/// 3. the handler that the program has set with ``setHandler(_:)``;
/// 4. in a process that runs tests and contains test support, the running test, which fails;
/// 5. standard error.
///
/// Release builds also make reports, because a mistake that is silent in production is found in production.
public enum ReportSink: Sendable {
  /// Receives reports, on the thread that caused them, while the library holds no lock.
  public typealias Handler = @Sendable (Report) -> Void

  @TaskLocal private static var scoped: Receiver?
  private static let program = Locked<Receiver?>(nil, rank: .leaf)
  private static let standardError = Receiver(receivesRepeats: false) { report in
    writeToStandardError("\(report)\n")
  }
  private static let listeners = Locked(Listeners(), rank: .leaf)

  private struct Listeners {
    var bodies: [Int: Handler] = [:]
    var last = 0
  }

  /// Reports misuse of the library.
  ///
  /// - Precondition: The caller holds no lock: handlers are user code.
  public static func report(_ message: @autoclosure () -> String, at callSite: CallSite) {
    send(Report(message(), at: callSite))
  }

  /// Reports misuse in a message that contains a value of the program.
  ///
  /// - Parameters:
  ///   - message: The event and its remedy.
  ///   - withoutValues: The same message with the name of the value instead of its contents; see ``ReportedValue``.
  ///   - callSite: The line of the caller.
  /// - Precondition: The caller holds no lock: handlers are user code.
  @_spi(Strata)
  public static func report(
    _ message: String,
    withoutValues: String,
    at callSite: CallSite
  ) {
    send(Report(message, withoutValues: withoutValues, at: callSite, isNear: false))
  }

  /// Reports misuse whose line is not known, while the caller is on the stack.
  ///
  /// - Parameters:
  ///   - message: The event and its remedy.
  ///   - callSite: The nearest line that is known.
  ///   - note: What line that is, in a sentence, if it is far from the caller's.
  /// - Precondition: The caller holds no lock: handlers are user code.
  @_spi(Strata)
  public static func report(
    _ message: @autoclosure () -> String,
    near callSite: CallSite,
    note: String? = nil
  ) {
    send(Report(message(), at: callSite, isNear: true, callSiteNote: note))
  }

  /// Reports misuse that a loop repeats: each handler receives one report for a message and a line.
  ///
  /// - Parameters:
  ///   - message: The event and its remedy.
  ///   - callSite: The line, or the nearest one that is known.
  ///   - isNear: Whether it is only the nearest one, and the caller is on the stack.
  /// - Precondition: The caller holds no lock: handlers are user code.
  @_spi(Strata)
  public static func reportOnce(_ message: String, at callSite: CallSite, isNear: Bool) {
    let report = Report(message, at: callSite, isNear: isNear)
    let receiver = receiver
    if receiver.isFirst(report) { send(report, to: receiver) }
  }

  private static var receiver: Receiver {
    if let scoped { return scoped }
    if let receiver = receiverOfJob.withLock({ $0 })?() { return receiver }
    return program.withLock { $0 } ?? testSupport ?? standardError
  }

  /// The receiver of test support, if the process contains it and runs tests.
  ///
  /// Test support is found by its name at the first report, because nothing of it has to run before a misuse. A test that
  /// uses no trait and no tester then fails as well, whichever tests ran before it.
  private static let testSupport: Receiver? = {
    let type = _typeByName("StrataTesting.TestReports") as? any TestReportReceiver.Type
    return type?.handler.map { Receiver(receivesRepeats: true, $0) }
  }()

  private static let receiverOfJob = Locked<(@Sendable () -> Receiver?)?>(nil, rank: .leaf)

  /// Sets the function that finds the receiver of the simulated job that runs on the calling thread.
  static func findReceiverOfJob(_ find: @escaping @Sendable () -> Receiver?) {
    receiverOfJob.withLock { $0 = find }
  }

  private static func send(_ report: Report) { send(report, to: receiver) }

  private static func send(_ report: Report, to receiver: Receiver) {
    for body in listeners.withLock({ Array($0.bodies.values) }) { body(report) }
    receiver.handler(report)
  }

  /// Sets the program's handler, or with `nil` goes back to standard error.
  public static func setHandler(_ handler: Handler?) {
    let receiver = handler.map { Receiver(receivesRepeats: false, $0) }
    // The old handler is released by this function, outside the lock: it is the program's.
    let old = program.withLock { program in
      defer { program = receiver }
      return program
    }
    _ = consume old
  }

  /// Calls a function with each report of the process, before its handler.
  ///
  /// - Returns: The number for ``removeListener(_:)``.
  @_spi(Strata)
  public static func addListener(_ body: @escaping Handler) -> Int {
    listeners.withLock { listeners in
      listeners.last += 1
      listeners.bodies[listeners.last] = body
      return listeners.last
    }
  }

  /// Removes a function that ``addListener(_:)`` has added.
  @_spi(Strata)
  public static func removeListener(_ number: Int) {
    // Released outside the lock: it is not the library's.
    let body = listeners.withLock { $0.bodies.removeValue(forKey: number) }
    _ = consume body
  }

  /// Sends the reports made during a closure, also by the tasks it starts, to a handler.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func withHandler<Result>(
    _ handler: @escaping Handler,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(Receiver(receivesRepeats: false, handler), operation: operation)
  }

  /// Sends the reports made during a closure to a handler that drops repeated ones by itself.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  @_spi(Strata)
  public static func withHandlerOfRepeats<Result>(
    _ handler: @escaping Handler,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(Receiver(receivesRepeats: true, handler), operation: operation)
  }

  /// Sends the reports made during an asynchronous closure to a handler that drops repeated ones by itself.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  @_spi(Strata)
  public static func withHandlerOfRepeats<Result>(
    _ handler: @escaping Handler,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let receiver = Receiver(receivesRepeats: true, handler)
    return try await $scoped.withValue(receiver, operation: operation, isolation: isolation)
  }

  /// Sends the reports made during an asynchronous closure, also by the tasks it starts, to a handler.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func withHandler<Result>(
    _ handler: @escaping Handler,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let receiver = Receiver(receivesRepeats: false, handler)
    return try await $scoped.withValue(receiver, operation: operation, isolation: isolation)
  }

  static func writeToStandardError(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}
