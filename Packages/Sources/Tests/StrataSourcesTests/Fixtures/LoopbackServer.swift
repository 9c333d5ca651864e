import Foundation
import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A real HTTP server on the loopback interface, which answers as a test wants.
final class LoopbackServer: Sendable {
  /// The bytes that are sent for one request; the connection is closed afterwards.
  struct Answer: Sendable {
    var bytes: String
    /// Sent only when the test opens it.
    var gate: Gate?
    /// Whether it is sent only when the other side has closed the connection.
    var waitsForHangUp = false

    static func status(_ code: Int, _ body: String = "", headers: String = "") -> Answer {
      Answer(
        bytes: "HTTP/1.1 \(code) X\r\nContent-Length: \(body.utf8.count)\r\n\(headers)"
          + "Connection: close\r\n\r\n\(body)"
      )
    }

    /// Announces more than it sends.
    static func truncated(_ body: String, announced: Int) -> Answer {
      Answer(
        bytes: "HTTP/1.1 200 OK\r\nContent-Length: \(announced)\r\nConnection: close\r\n\r\n\(body)"
      )
    }
  }

  /// Delays an answer.
  final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func open() { semaphore.signal() }
    func wait() { semaphore.wait() }
  }

  private let answers: Locked<[Answer]>
  private let seen = Locked<[String]>([], rank: .leaf)
  private let closed = Locked(0, rank: .leaf)
  private let socketFile: Int32
  private let isListening: Bool
  let port: UInt16

  /// The request lines that have come.
  var requests: [String] { seen.withLock { $0 } }

  /// How many connections the other side has closed while the server waited for that.
  var hangUps: Int { closed.withLock { $0 } }

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - answers: The answers, in order; 404 afterwards.
  ///   - isListening: Whether it accepts connections; if not, it only reserves its port.
  init(_ answers: [Answer], isListening: Bool = true) throws {
    self.answers = Locked(answers, rank: .leaf)
    #if os(Linux)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let file = socket(AF_INET, stream, 0)
    guard file >= 0 else { throw POSIXError(.EIO) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: the address is passed as the general kind of address that it is, with its size.
    let failure = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(file, pointer, length) != 0 || isListening && listen(file, 16) != 0
          || getsockname(file, pointer, &length) != 0
      }
    }
    guard !failure else { throw POSIXError(.EADDRINUSE) }
    socketFile = file
    self.isListening = isListening
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else { return }
    Thread.detachNewThread { [weak self] in
      // Closed by this thread alone: the number of a closed file may be another server's at once.
      defer { close(file) }
      while case let connection = accept(file, nil, nil), connection >= 0 {
        guard let self else {
          close(connection)
          return
        }
        Thread.detachNewThread { [self] in self.serve(connection) }
      }
    }
  }

  deinit {
    if isListening { shutdown(socketFile, Int32(SHUT_RDWR)) } else { close(socketFile) }
  }

  func url(_ path: String = "/") -> URL {
    URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(fileURLWithPath: path)
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var request = ""
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !request.contains("\r\n\r\n") {
      // SAFETY: the count of bytes is the size of the buffer.
      let count = unsafe recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += String(decoding: buffer[..<count], as: UTF8.self)
    }
    let line = String(request.prefix { $0 != "\r\n" && $0 != "\r" })
    seen.withLock { $0.append(line) }
    let answer = answers.withLock { $0.isEmpty ? .status(404) : $0.removeFirst() }
    answer.gate?.wait()
    if answer.waitsForHangUp {
      // SAFETY: as above.
      while unsafe recv(connection, &buffer, buffer.count, 0) > 0 {}
      closed.withLock { $0 += 1 }
      return
    }
    let bytes = Array(answer.bytes.utf8)
    #if os(Linux)
    let flags = Int32(MSG_NOSIGNAL)
    #else
    let flags: Int32 = 0
    #endif
    var sent = 0
    while sent < bytes.count {
      // SAFETY: as much is sent as there is left.
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe send(
          connection,
          bytes.baseAddress.map { unsafe $0 + sent },
          bytes.count - sent,
          flags
        )
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}
