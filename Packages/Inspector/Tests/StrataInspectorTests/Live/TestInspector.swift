import Foundation

@testable import StrataInspector

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An inspector of a test: a Unix socket that takes one connection after the other, on the test's own thread.
final class TestInspector {
  let address: LiveAddress
  private let path: String
  private var listener: Int32
  private var connection: Int32 = -1
  private var rest: [UInt8] = []

  /// Makes an inspector, which listens at once or later.
  init(isListening: Bool = true) throws {
    path = "/tmp/strata-\(UUID().uuidString.prefix(8)).s"
    address = .unix(path)
    listener = -1
    if isListening { try listen() }
  }

  /// Begins to listen.
  func listen() throws { listener = try Self.listen(path) }

  private static func listen(_ path: String) throws -> Int32 {
    #if canImport(Glibc)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = unsafe withUnsafePointer(to: &name) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, size) == 0
      }
    }
    guard isBound, systemListen(descriptor) == 0 else { throw POSIXError(.EADDRINUSE) }
    return descriptor
  }

  #if canImport(Darwin)
  private static func systemListen(_ file: Int32) -> Int32 { Darwin.listen(file, 8) }
  private static func systemAccept(_ file: Int32) -> Int32 { Darwin.accept(file, nil, nil) }
  private static func systemSend(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe Darwin.send(file, bytes, count, 0)
  }
  #else
  private static func systemListen(_ file: Int32) -> Int32 { Glibc.listen(file, 8) }
  private static func systemAccept(_ file: Int32) -> Int32 { Glibc.accept(file, nil, nil) }
  private static func systemSend(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe Glibc.send(file, bytes, count, Int32(MSG_NOSIGNAL))
  }
  #endif

  deinit {
    hangUp()
    if listener >= 0 { close(listener) }
    _ = unsafe unlink(path)
  }

  /// Waits for the next connection.
  func accept(welcome: String? = nil) {
    hangUp()
    connection = Self.systemAccept(listener)
    // A line that never comes ends the test, not the whole run.
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    unsafe setsockopt(
      connection,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &limit,
      socklen_t(MemoryLayout<timeval>.size)
    )
    if let welcome { send(#"{"type":"welcome","page":"\#(welcome)"}"# + "\n") }
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes {
      unsafe Self.systemSend(connection, $0.baseAddress, $0.count)
    }
  }

  /// Closes the connection, as an inspector does that was ended.
  func hangUp() {
    if connection >= 0 { close(connection) }
    connection = -1
    rest = []
  }

  /// Waits for lines until one satisfies a condition; all of them, in order.
  func lines(until isLast: (RecordingRecord) -> Bool) -> [RecordingRecord] {
    var records: [RecordingRecord] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while let end = rest.firstIndex(of: 0x0A) {
        let text = Array(rest[...end])
        rest.removeSubrange(...end)
        guard let record = Self.record(text) else { continue }
        records.append(record)
        if isLast(record) { return records }
      }
      let count = unsafe recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return records }
      rest += buffer[..<count]
    }
  }

  /// Waits for the end of the connection; whether the program has closed it.
  func waitForClose() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { return count == 0 }
    }
  }

  private static func record(_ line: [UInt8]) -> RecordingRecord? {
    var reader = RecordingReader()
    // The reader wants a header first; a line alone has none.
    let contents = reader.read(line).compactMap { entry -> RecordingRecord? in
      if case .record(let record) = entry.content { record } else { nil }
    }
    return contents.last
  }
}
