import ProgramDriver
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `quotes serve` in a process of its own, until the last reference goes.
final class QuotesServer {
  /// The address of the server.
  let address: String
  private let process: SpawnedProcess
  private var hasStopped = false

  /// Starts it, and waits for its address.
  init(_ program: Program, _ arguments: String...) throws {
    process = try program.start(["serve"] + arguments, errors: .nowhere)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while unsafe read(process.output, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    address = String(words.last ?? "")
    try #require(address.hasPrefix("http://127.0.0.1:"))
  }

  deinit { stop() }

  /// The number behind the last colon of the address.
  var port: String {
    String(address.split(separator: ":").last?.prefix { $0 != "/" } ?? "")
  }

  /// Interrupts it.
  ///
  /// - Returns: Its exit code.
  @discardableResult
  func stop() -> Int32 {
    guard !hasStopped else { return -1 }
    hasStopped = true
    process.send(SIGINT)
    close(process.output)
    return process.wait()
  }
}
