import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that is connected to a port of this machine, and sends and receives lines.
final class TravelClient {
  private let file: Int32
  private var rest = Data()

  /// Connects to a port.
  init?(port: Int) {
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    file = socket(AF_INET, type, 0)
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = UInt16(port).bigEndian
    _ = unsafe inet_pton(AF_INET, "127.0.0.1", &target.sin_addr)
    // SAFETY: the address is there during the call, and of the length that is given.
    let result = unsafe withUnsafePointer(to: &target) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { return nil }
  }

  deinit { _ = close(file) }

  /// Sends bytes while the other side takes them.
  func send(_ bytes: Data) {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
      let options: Int32 = 0
      #else
      // Without the signal that ends a process when the other side has left.
      let options = Int32(MSG_NOSIGNAL)
      #endif
      // SAFETY: at most so many bytes are read.
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
        unsafe Darwin.send(file, bytes.baseAddress, bytes.count, options)
        #else
        unsafe Foundation.send(file, bytes.baseAddress, bytes.count, options)
        #endif
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for the next line; `nil` at the end, or if none has come for 20 seconds.
  func next() -> Data? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest = Data(rest[(end + 1)...]) }
        return Data(rest[..<end])
      }
      var state = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&state, 1, 20_000) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      // SAFETY: at most so many bytes are written.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(file, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return nil }
      rest += buffer[..<count]
    }
  }
}
