import StrataInspector

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection of a test, as a browser or a program makes one; what it waits for ends after half a minute.
final class TestConnection {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(_ address: LiveAddress) {
    let isUnix = if case .unix = address { true } else { false }
    #if canImport(Glibc)
    descriptor = socket(isUnix ? AF_UNIX : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(isUnix ? AF_UNIX : AF_INET, SOCK_STREAM, 0)
    #endif
    switch address {
    case .unix(let path):
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      open(&name)
    case .loopback(let port):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = in_port_t(port).bigEndian
      name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      open(&name)
    }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  private func open<Name>(_ name: inout Name) {
    let size = socklen_t(MemoryLayout<Name>.size)
    unsafe withUnsafePointer(to: &name) {
      _ = unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size)
      }
    }
  }

  deinit { close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        #if canImport(Darwin)
        unsafe Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #else
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the sending direction.
  func finish() {
    #if canImport(Glibc)
    _ = shutdown(descriptor, Int32(SHUT_WR))
    #else
    _ = shutdown(descriptor, SHUT_WR)
    #endif
  }

  /// Waits until a text has come, or the other side has closed; all that has come.
  func text(until end: String?) -> String {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var searched = 0
    while true {
      if let end, String(decoding: received[searched...], as: UTF8.self).contains(end) { break }
      searched = max(0, received.count - (end?.utf8.count ?? 0))
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      received += buffer[..<count]
    }
    return String(decoding: received, as: UTF8.self)
  }
}
