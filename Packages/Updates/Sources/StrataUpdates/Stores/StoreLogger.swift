/// The destination of a store's log: one line for each action.
public struct StoreLogger: Sendable {
  private let write: @Sendable (String) -> Void

  /// Makes a logger.
  ///
  /// - Parameter write: Called with each line, in order, on the thread that handles the action.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Prints each line.
  public static let standardOutput = StoreLogger { print($0) }

  /// Writes a line.
  public func log(_ line: String) {
    write(line)
  }
}
