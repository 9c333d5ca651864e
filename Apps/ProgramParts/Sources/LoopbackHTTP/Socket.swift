#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why there is no server.
public struct SocketFailure: Error, Hashable, CustomStringConvertible {
  /// The function of the system that has failed.
  public let call: String
  /// The system's number of the failure.
  public let number: Int32

  /// The system's words.
  public var words: String {
    // SAFETY: the text is copied before another call can change it.
    unsafe String(cString: strerror(number))
  }

  /// The function, and the system's words.
  public var description: String { "\(call): \(words)" }

  static func last(_ call: String) -> SocketFailure { SocketFailure(call: call, number: errno) }
}

/// A TCP socket on the machine's own address.
struct Socket: Sendable {
  let descriptor: Int32

  /// Makes a socket that owns a port, and does not listen yet: the system rejects connections.
  ///
  /// - Parameter port: The port; 0 lets the system choose a free one.
  /// - Returns: The socket.
  /// - Throws: ``SocketFailure``.
  static func bound(to port: UInt16) throws(SocketFailure) -> Socket {
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    let made = Socket(descriptor: socket(AF_INET, type, 0))
    guard made.descriptor >= 0 else { throw .last("socket") }
    // A port whose last connections have just been closed may be used at once.
    var yes: Int32 = 1
    // SAFETY: the option's value is of the length that is given.
    _ = unsafe setsockopt(
      made.descriptor,
      SOL_SOCKET,
      SO_REUSEADDR,
      &yes,
      socklen_t(MemoryLayout<Int32>.size)
    )
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    // SAFETY: the address is one of the family that it names, and has the length that is given.
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(made.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let failure = SocketFailure.last("bind")
      made.end()
      throw failure
    }
    return made
  }

  /// The port, which may be one that the system has chosen.
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

  func startListening() throws(SocketFailure) {
    guard listen(descriptor, 64) == 0 else { throw .last("listen") }
  }

  /// Waits for a client; `nil` once the socket is shut.
  func nextClient() -> Socket? {
    while true {
      let client = accept(descriptor, nil, nil)
      if client >= 0 { return Socket(descriptor: client) }
      // A client that has left again, or is one too many for now, must not affect the others.
      guard [EINTR, ECONNABORTED, EMFILE, ENFILE].contains(errno) else { return nil }
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

  /// Wakes every thread that waits at the socket.
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
