import Foundation
import ProgramConsole
import ProgramFiles

/// A file that stores counters from one run to the next, for one process at a time.
struct CounterFile: ~Copyable {
  private struct Content: Codable {
    static let format = "counterfact"
    static let version = 1

    var format = Self.format
    var version = Self.version
    var counters: [Int]
  }

  /// The first keys of a file of any version.
  private struct Head: Decodable {
    let format: String
    let version: Int
  }

  /// The most bytes of the file that are read.
  private static let longest = 1 << 20

  /// The stored counters.
  let counters: [Int]

  private let path: String
  private let target: String
  private let lock: FileLock

  /// Opens a file, which need not exist yet, and locks out other processes.
  ///
  /// - Parameters:
  ///   - path: The file, as a person named it.
  ///   - onWait: Called once, if another process has to be waited for.
  /// - Throws: `ProgramFailure` if it cannot be used; it is as it was then.
  init(_ path: String, onWait: () -> Void) throws(ProgramFailure) {
    let target = try Self.explaining(path) { () throws(SystemFailure) in
      try FilePlace.preparedTarget(of: path)
    }
    let lock = try Self.explaining(path) { () throws(SystemFailure) in
      try FileLock(path: target + ".lock", waitingFor: 3, onWait: onWait)
    }
    counters = try Self.read(target, named: path)
    self.lock = lock
    self.target = target
    self.path = path
  }

  private static func explaining<Value: ~Copyable>(
    _ path: String,
    _ body: () throws(SystemFailure) -> Value
  ) throws(ProgramFailure) -> Value {
    do throws(SystemFailure) {
      return try body()
    } catch {
      throw ProgramFailure(.output, "\(path) cannot keep counters: \(error.words).")
    }
  }

  private static func read(_ target: String, named path: String) throws(ProgramFailure) -> [Int] {
    let data: Data
    do throws(SystemFailure) {
      data = try OpenFile.read(target, limit: longest)
    } catch {
      if error.isNoSuchFile { return [] }
      throw ProgramFailure(.output, "\(path) cannot be read: \(error.words).")
    }
    if let fault = JSONSyntax.firstFault(in: data) {
      throw ProgramFailure(
        .script,
        "\(path), line \(fault.line): \(fault.message). The file was left as it is."
      )
    }
    if let head = try? JSONDecoder().decode(Head.self, from: data), head.format == Content.format,
      head.version > Content.version
    {
      throw ProgramFailure(
        .script,
        "\(path) is of version \(head.version), which a newer program has written. "
          + "It was left as it is."
      )
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: data),
      content.format == Content.format, content.version == Content.version,
      content.counters.count <= Session.mostCounters
    else {
      throw ProgramFailure(.script, "\(path) holds no counters. It was left as it is.")
    }
    return content.counters
  }

  /// Replaces the stored counters, in one step.
  ///
  /// - Throws: `ProgramFailure` if it cannot be written.
  borrowing func keep(_ counters: [Int]) throws(ProgramFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(Content(counters: counters)) else {
      preconditionFailure("numbers can always be written as JSON")
    }
    do throws(SystemFailure) {
      try AtomicReplacement.replace(target, with: data)
    } catch {
      throw ProgramFailure(.output, "\(path) cannot be written: \(error.words).")
    }
  }

  /// Lets other processes use the file.
  borrowing func close() { lock.release() }
}
