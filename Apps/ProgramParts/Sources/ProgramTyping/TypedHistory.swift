import Foundation
public import ProgramFiles

/// The lines that were typed before, oldest first, in memory and in a file.
public struct TypedHistory: Hashable, Sendable {
  /// The largest number of lines.
  public static let most = 1_000
  /// The most bytes of the file that are read.
  private static let longest = 1 << 22

  /// The lines.
  public private(set) var entries: [String] = []

  /// Makes a history.
  ///
  /// - Parameter entries: The lines, oldest first.
  public init(_ entries: [String] = []) {
    self.entries = entries.suffix(Self.most)
  }

  /// Adds a line, unless it is blank or the same as the last.
  ///
  /// - Parameter line: The line.
  public mutating func add(_ line: String) {
    guard line.contains(where: { !$0.isWhitespace }), line != entries.last else { return }
    entries.append(line)
    if entries.count > Self.most { entries.removeFirst(entries.count - Self.most) }
  }

  /// Reads a file of lines.
  ///
  /// A file that does not exist, or cannot be read, is an empty history: nothing depends on it.
  ///
  /// - Parameter path: The file.
  /// - Returns: The history.
  public static func read(_ path: String) -> TypedHistory {
    guard let data = try? OpenFile.read(path, limit: longest) else { return TypedHistory() }
    let lines = data.split(separator: UInt8(ascii: "\n")).suffix(most)
    return TypedHistory(
      lines.compactMap { line in
        line.count <= TypedLine.longest ? String(validating: line, as: UTF8.self) : nil
      }
    )
  }

  /// The latest lines that a reader accepts together.
  private var text: Data {
    var size = 0
    let count = entries.reversed().prefix { line in
      size += line.utf8.count + 1
      return size <= Self.longest
    }.count
    return Data(entries.suffix(count).map { $0 + "\n" }.joined().utf8)
  }

  /// Adds the last line to a file, in one step for its readers.
  ///
  /// Lines that another process has added meanwhile stay.
  ///
  /// - Parameters:
  ///   - line: The typed line.
  ///   - path: The file, whose folder is created.
  /// - Throws: `SystemFailure` if it cannot be written.
  public static func append(_ line: String, to path: String) throws(SystemFailure) {
    let target = try FilePlace.preparedTarget(of: path)
    let lock = try FileLock(path: target + ".lock", onWait: {})
    defer { lock.release() }
    var history = read(target)
    let known = history
    history.add(line.replacing("\n", with: " "))
    guard history != known else { return }
    try AtomicReplacement.replace(target, with: history.text)
  }
}
