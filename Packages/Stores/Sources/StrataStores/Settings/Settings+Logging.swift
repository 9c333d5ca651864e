import StrataConcurrency
public import Synchronization

extension Settings {
  @usableFromInline static let isLoggingFlag = Atomic<Bool>(false)
  private static let sink = Locked<@Sendable (String) -> Void>({ print($0) }, rank: .leaf)

  @inlinable static var isLogging: Bool { isLoggingFlag.load(ordering: .relaxed) }

  /// Whether each change of a state is logged; `false` unless it is set.
  ///
  /// A change to another base case reads `ExampleStore#12 did change from: loading to: main`, any
  /// other `ExampleStore#12 data changed`.
  public static var logStateChanges: Bool {
    get { isLoggingFlag.load(ordering: .relaxed) }
    set { isLoggingFlag.store(newValue, ordering: .relaxed) }
  }

  /// Sets the destination of the log, which is standard output otherwise.
  ///
  /// Called on the thread that has made the change, after the change has ended.
  public static func setLog(_ write: @escaping @Sendable (String) -> Void) {
    sink.withLock { $0 = write }
  }

  static func log(_ line: String) {
    let write = sink.withLock { $0 }
    write(line)
  }
}
