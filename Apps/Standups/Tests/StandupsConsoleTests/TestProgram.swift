import Foundation
import ProgramStreams
import StandupsConsole
import StandupsData
import StandupsFeatures
import StrataConcurrency
import StrataDependencies
import Synchronization

/// Records the output.
final class CollectedOutput: OutputChannel {
  let isTerminal: Bool
  let columns: Int
  let rows: Int
  /// The number of writes after which the reader goes away.
  private let writesUntilClosed: Int?
  private let failure: ChannelFailure
  private let parts = Mutex<[String]>([])
  private let action = Mutex<@Sendable (String) -> Void>({ _ in })

  /// Called with each text before it counts as written.
  var onWrite: @Sendable (String) -> Void {
    get { action.withLock { $0 } }
    set { action.withLock { $0 = newValue } }
  }

  init(
    isTerminal: Bool = false,
    columns: Int = 80,
    rows: Int = .max,
    writesUntilClosed: Int? = nil,
    failure: ChannelFailure = .closed
  ) {
    self.failure = failure
    self.isTerminal = isTerminal
    self.columns = columns
    self.rows = rows
    self.writesUntilClosed = writesUntilClosed
  }

  var writes: [String] { parts.withLock { $0 } }
  var text: String { writes.joined() }

  func write(_ text: String) throws(ChannelFailure) {
    onWrite(text)
    let count = parts.withLock { parts in
      parts.append(text)
      return parts.count
    }
    if let writesUntilClosed, count > writesUntilClosed { throw failure }
  }
}

/// Gives out texts that are known beforehand.
final class PreparedInput: InputChannel {
  let isTerminal: Bool
  private let parts: Mutex<[[UInt8]]>
  private let endless: [UInt8]?
  /// Why reading fails behind the parts, instead of their end.
  private let failure: InputFailure?

  init(_ parts: String..., isTerminal: Bool = false, failure: InputFailure? = nil) {
    self.isTerminal = isTerminal
    self.failure = failure
    self.parts = Mutex(parts.map { Array($0.utf8) })
    endless = nil
  }

  /// Input that repeats a text without an end.
  init(endless: String) {
    isTerminal = false
    failure = nil
    parts = Mutex([])
    self.endless = Array(endless.utf8)
  }

  func read() async throws(InputFailure) -> [UInt8]? {
    if Task.isCancelled { return nil }
    let bytes = parts.withLock { $0.isEmpty ? endless : $0.removeFirst() }
    if bytes == nil, let failure { throw failure }
    return bytes
  }

  func putBack(_ bytes: [UInt8]) {
    parts.withLock { $0.insert(bytes, at: 0) }
  }
}

/// The program on a data file of its own, with known dates and ids.
struct TestProgram {
  let folder: String
  let output: CollectedOutput
  let errors = CollectedOutput()
  private let input: PreparedInput
  private let ids = UUIDGenerator.incrementing
  private let signals: [Int32]
  /// Whether time stands still, so that what is typed and sent comes before the first second.
  private let isTimeless: Bool
  /// The variables of the environment that name the user.
  var user = ["USER": "ada"]

  init(
    input: PreparedInput = PreparedInput(),
    output: CollectedOutput = CollectedOutput(),
    signals: [Int32] = [],
    isTimeless: Bool = false
  ) throws {
    self.signals = signals
    self.isTimeless = isTimeless
    self.input = input
    self.output = output
    folder = NSTemporaryDirectory() + "standups-console-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  var dataPath: String { "\(folder)/data.json" }

  func run(_ arguments: String...) async -> Int32 {
    await run(arguments)
  }

  func run(
    _ arguments: [String],
    asking: @escaping @Sendable ([Int32]) -> Void = { _ in },
    onRelease: @escaping @Sendable () -> Void = {}
  ) async -> Int32 {
    await withDependencies {
      $0.console = Console(
        output: output,
        errors: errors,
        input: input,
        signals: { numbers in
          asking(numbers)
          return AsyncStream(signals, onRelease: onRelease)
        }
      )
      $0.continuousClock = isTimeless ? TestClock() : ImmediateClock()
      $0.fileSystemPaths = .inside(URL(fileURLWithPath: folder))
      $0.processEnvironment = ProcessEnvironment(["STANDUPS_DATA": dataPath].merging(user) { $1 })
      $0.dataFile = .file(dataPath)
      $0.timeZone = .gmt
      $0.date = .constant(Date(timeIntervalSince1970: 1_767_600_000))
      $0.uuid = ids
    } operation: {
      await Program.run(arguments)
    }
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}

extension AsyncStream where Element == Int32 {
  /// A sequence of known elements that never ends.
  init(_ elements: [Int32], onRelease: @escaping @Sendable () -> Void = {}) {
    self.init { continuation in
      continuation.onTermination = { _ in onRelease() }
      for element in elements { continuation.yield(element) }
    }
  }
}

func id(_ number: Int) -> UUID {
  let digits = String(number)
  let text = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
  return UUID(uuidString: text)!
}
