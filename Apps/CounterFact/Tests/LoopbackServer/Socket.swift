#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why a test has no server.
package struct SocketFailure: Error {
  package let call: String
  package let number: Int32
}

/// A TCP socket on the machine's own address.
struct Socket: Sendable {
  let descriptor: Int32

  /// Makes a socket that owns a free port, and does not listen yet: whoever connects is refused.
  static func bound() throws -> Socket {
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    let made = Socket(descriptor: socket(AF_INET, type, 0))
    guard made.descriptor >= 0 else { throw SocketFailure(call: "socket", number: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    // SAFETY: the address is one of the family that it names, and has the length that is given.
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(made.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw SocketFailure(call: "bind", number: errno) }
    return made
  }

  /// The port that the system has chosen.
  var port: Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: the system writes at most `length` bytes.
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length)
      }
    }
    return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : 0
  }

  func startListening() throws {
    guard listen(descriptor, 16) == 0 else { throw SocketFailure(call: "listen", number: errno) }
  }

  /// Waits for a client; `nil` once the socket is shut.
  func nextClient() -> Socket? {
    while true {
      let client = accept(descriptor, nil, nil)
      if client >= 0 { return Socket(descriptor: client) }
      if errno != EINTR { return nil }
    }
  }

  /// Reads what has come, waiting for the first byte; empty once the other side has left.
  func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    // SAFETY: at most so many bytes are written.
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    return count > 0 ? Array(buffer[..<count]) : []
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: at most so many bytes are read.
      let count = unsafe rest.withUnsafeBytes {
        unsafe systemSend(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Wakes whoever waits at the socket.
  func shut() {
    #if canImport(Glibc)
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
    #else
    _ = shutdown(descriptor, SHUT_RDWR)
    #endif
  }

  func end() {
    _ = close(descriptor)
  }
}

/// Sends without the signal that ends a process when the other side has left.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
  unsafe send(descriptor, bytes, count, 0)
  #else
  unsafe send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
