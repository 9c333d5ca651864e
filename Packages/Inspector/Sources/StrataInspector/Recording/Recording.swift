@_spi(Strata) import StrataConcurrency
public import StrataCore
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Records what the trees of a program do: who wrote what, why, and what followed.
///
/// ```swift
/// let recording = Recording()
/// let app = recording.observe { AppModel().withAnchor() }
/// app.count += 1
/// recording.stop()
/// print(recording.text)
/// ```
///
/// It serves models, domain stores, update stores, sources and the one store. <doc:FormatOfRecordings> describes the
/// lines. Records stand in commit order for each tree. All functions may be called from any thread.
///
/// Values are encoded when they are delivered, on the delivering thread, outside all locks. No value is kept. While it
/// runs, causes are recorded, and the writes of its trees take the slow path. Trees that are not recorded pay nothing.
public final class Recording: Sendable {
  let limits: RecordingLimits
  let images: ImageReader
  let changeLog: Locked<RecordedChangeLog>
  /// Sends the lines to an inspector, if one shows them.
  let sender: LiveSender?
  private let header: RecordedHeader
  private let listener = Atomic(0)
  /// The only one, so that a tree of two closures is not recorded twice.
  private let observer = RecordingObserver()

  /// Begins a recording into memory.
  ///
  /// - Parameters:
  ///   - limits: How much it keeps, and what it leaves out.
  ///   - program: The program's name in the recording.
  public convenience init(
    limits: RecordingLimits = RecordingLimits(),
    program: String = Recording.programName
  ) {
    self.init(limits: limits, program: program, sink: .memory)
  }

  /// Begins a recording into a file, which is replaced.
  ///
  /// Each record is written at once, so a program that is killed loses none. A recording that reaches
  /// ``RecordingLimits/bytes`` ends. A file that cannot be written ends the recording, too.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limits: How much it writes, and what it leaves out.
  ///   - program: The program's name in the recording.
  /// - Throws: ``RecordingFileError`` if the file cannot be opened, or is no regular file.
  public convenience init(
    toFile path: String,
    limits: RecordingLimits = RecordingLimits(),
    program: String = Recording.programName
  ) throws(RecordingFileError) {
    self.init(limits: limits, program: program, sink: .file(try RecordingFile(path)))
  }

  init(
    limits: RecordingLimits,
    program: String,
    sink: RecordedChangeLog.Sink,
    address: LiveAddress? = nil,
    allows: [String] = []
  ) {
    let file: RecordingFile? = if case .file(let file) = sink { file } else { nil }
    self.limits = limits
    let values = ValueLimits(
      propertyBytes: limits.propertyBytes,
      textBytes: limits.textBytes,
      hidden: PrivateNames(limits.privateProperties)
    )
    images = ImageReader(values: ValueWriter(limits: values), limits: limits)
    header = RecordedHeader(
      format: RecordingFormat.name,
      version: RecordingFormat.version,
      program: program,
      process: Int(getpid()),
      id: String(UInt64.random(in: .min ... .max), radix: 16),
      session: 1,
      started: RecordingTime.now(),
      recordLimit: file == nil ? limits.records : nil,
      byteLimit: limits.bytes,
      textLimit: limits.textBytes,
      keepsOldValues: limits.keepsOldValues,
      allows: allows
    )
    file?.write(RecordingRecord.header(header).line)
    changeLog = Locked(RecordedChangeLog(limits, sink: sink), rank: .leaf)
    if case .live(let bell) = sink, let address {
      sender = LiveSender(address, header, changeLog, bell)
    } else {
      sender = nil
    }
    observer.begin(for: self)
    Cause.startRecording()
    listenToReports()
  }

  deinit { stop() }

  /// Records each report of misuse that the process makes.
  private func listenToReports() {
    let number = ReportSink.addListener { [weak self] report in
      let cause = Cause.current
      self?.changeLog.withLock { $0.report(report, cause) }
    }
    listener.store(number, ordering: .relaxed)
  }

  /// The name that the program was started with, without its folder.
  public static var programName: String {
    let path = CommandLine.arguments.first ?? "program"
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Records the trees that a closure makes, for their whole life.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: Any error that `operation` throws.
  public func observe<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withTreeObserver(observer, operation: operation)
  }

  /// Records the trees that an asynchronous closure, and the tasks it starts, make.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: Any error that `operation` throws.
  public func observe<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await withTreeObserver(observer, isolation: isolation, operation: operation)
  }

  /// Records a tree that lives already, from now on.
  ///
  /// A value that is written meanwhile may stand in the first state and in a write behind it.
  ///
  /// - Parameter context: A context of the tree; one that is in no tree is not recorded.
  public func follow(_ context: Context) {
    guard let root = context.root, observer.begin(root, at: nil) else { return }
    let observation = root.observeTree(observer)
    if !changeLog.withLock({ $0.keep(observation) }) { observation.cancel() }
  }

  /// Sets a mark, such as "clicked Save".
  ///
  /// - Parameters:
  ///   - text: The text of the mark.
  ///   - fileID: The caller's file; like the next three, it is the mark's call site.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func mark(
    _ text: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let cause = Cause.current
    changeLog.withLock { $0.mark(text, at: callSite, cause) }
  }

  /// Ends the recording; nothing is recorded after this returns.
  public func stop() {
    let ended = changeLog.withLock { $0.stop() }
    guard let ended else { return }
    Cause.stopRecording()
    for observation in ended { observation.cancel() }
    ReportSink.removeListener(listener.load(ordering: .relaxed))
    sender?.finish()
  }

  /// The recording as JSON Lines in UTF-8; of a recording into a file the header alone,
  /// of a live one what has not been sent.
  ///
  /// - Complexity: O(size of the recording).
  public var bytes: [UInt8] {
    var bytes = RecordingRecord.header(header).line
    bytes += changeLog.withLock { $0.keptRecords }.bytes
    return bytes
  }

  /// The recording as text.
  ///
  /// - Complexity: O(size of the recording).
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
