import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that travels in a history over TCP, or over pipes.
final class LineClient {
  private let input: Int32
  private let output: Int32
  private var rest: [UInt8] = []
  /// Whether the other side has closed the connection.
  private(set) var hasEnded = false

  /// Connects to a port of an address of this machine.
  init?(port: Int?, address: String = "127.0.0.1") {
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    input = socket(AF_INET, type, 0)
    output = input
    guard let port else { return nil }
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = UInt16(port).bigEndian
    _ = unsafe inet_pton(AF_INET, address, &target.sin_addr)
    // SAFETY: both are there during the call, and of the length that is given.
    let result = unsafe withUnsafePointer(to: &target) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(input, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { return nil }
  }

  /// Uses two files.
  init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
  }

  deinit {
    _ = close(input)
    if output != input { _ = close(output) }
  }

  func send(_ line: String) { send(Array((line + "\n").utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: at most so many bytes are read.
      let count = unsafe rest.withUnsafeBytes { unsafe put($0) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  // Without the signal that ends a process when the other side has left.
  private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    unsafe write(output, bytes.baseAddress, bytes.count)
    #else
    unsafe input == output
      ? Foundation.send(output, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      : write(output, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Waits for the next line; `nil` at the end.
  func next() -> [String: Any]? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = Data(rest[..<end])
        rest.removeFirst(end + 1)
        return (try? JSONSerialization.jsonObject(with: line)) as? [String: Any]
      }
      var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      // Only so that a test that fails ends.
      guard unsafe poll(&file, 1, 20_000) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      // SAFETY: at most so many bytes are written.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(input, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        hasEnded = true
        return nil
      }
      rest += buffer[..<count]
    }
  }

  /// Reads without keeping anything until the other side has closed the connection.
  ///
  /// - Returns: Whether it has.
  func waitForEnd() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !hasEnded {
      var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&file, 1, 20_000) > 0 else { return false }
      // SAFETY: at most so many bytes are written.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(input, $0.baseAddress, $0.count)
      }
      hasEnded = count <= 0
    }
    return true
  }

  /// The next line of a type.
  func next(_ type: String) -> [String: Any]? {
    while let line = next() {
      if line["type"] as? String == type { return line }
    }
    return nil
  }
}
