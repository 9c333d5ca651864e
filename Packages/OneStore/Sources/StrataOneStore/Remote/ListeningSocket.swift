#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A TCP socket that others connect to.
struct ListeningSocket: Sendable {
  let file: Int32
  let port: Int

  /// Opens a socket.
  ///
  /// - Parameters:
  ///   - port: The port; 0 lets the system choose a free one.
  ///   - acceptsOtherHosts: Whether others than programs of this machine can connect.
  /// - Throws: ``TimeTravelError``, with what the system has said.
  init(port: UInt16, acceptsOtherHosts: Bool) throws(TimeTravelError) {
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    let file = socket(AF_INET, type, 0)
    guard file >= 0 else { throw .last("socket") }
    do throws(TimeTravelError) {
      try Self.bind(file, port, acceptsOtherHosts)
      guard listen(file, 16) == 0 else { throw .last("listen") }
      self.port = try Self.port(of: file)
      self.file = file
    } catch {
      _ = close(file)
      throw error
    }
  }

  private static func bind(
    _ file: Int32,
    _ port: UInt16,
    _ acceptsOtherHosts: Bool
  ) throws(TimeTravelError) {
    // A port whose last connections have just been closed may be used at once.
    var yes: Int32 = 1
    let length = socklen_t(MemoryLayout<Int32>.size)
    // SAFETY: the option's value is of the length that is given.
    _ = unsafe setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, length)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(acceptsOtherHosts ? INADDR_ANY : INADDR_LOOPBACK).bigEndian
    // SAFETY: the address is one of the family that it names, and has the length that is given.
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe systemBind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw .last("bind") }
  }

  private static func port(of file: Int32) throws(TimeTravelError) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: the system writes at most `length` bytes.
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(file, $0, &length)
      }
    }
    guard result == 0 else { throw .last("getsockname") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Waits for one who connects; `nil` once serving is stopped.
  func nextClient(_ stop: StopSignal) -> Int32? {
    while stop.waits(for: file, Int16(POLLIN), milliseconds: -1) {
      let client = accept(file, nil, nil)
      if client >= 0 { return client }
      // One who has left again, or is one too many for now, is none of the others' business.
      guard [EINTR, ECONNABORTED, EMFILE, ENFILE, EAGAIN].contains(errno) else { return nil }
    }
    return nil
  }

  func end() { _ = close(file) }
}

private func systemBind(
  _ file: Int32,
  _ address: UnsafePointer<sockaddr>,
  _ length: socklen_t
) -> Int32 {
  unsafe bind(file, address, length)
}

/// Why a history cannot be travelled in from outside.
public struct TimeTravelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The function of the system that has failed.
  public let call: String
  /// The system's number of the failure.
  public let number: Int32

  static func last(_ call: String) -> TimeTravelError {
    TimeTravelError(call: call, number: errno)
  }

  /// The function, and the system's words.
  public var description: String {
    // SAFETY: the text is copied before another call can change it.
    "\(call): \(unsafe String(cString: strerror(number)))"
  }
}
