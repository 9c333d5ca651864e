#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection to an inspector, which never blocks.
final class LiveSocket: Sendable {
  let descriptor: Int32

  /// Connects; `nil` if no inspector waits there.
  init?(_ address: LiveAddress) {
    let family: Int32
    switch address {
    case .unix: family = AF_UNIX
    case .loopback: family = AF_INET
    }
    let descriptor = socket(family, Self.stream, 0)
    guard descriptor >= 0 else { return nil }
    guard Self.connect(descriptor, address) else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    #if canImport(Darwin)
    var one: Int32 = 1
    unsafe setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_NOSIGPIPE,
      &one,
      socklen_t(MemoryLayout<Int32>.size)
    )
    #endif
  }

  deinit { close(descriptor) }

  private static var stream: Int32 {
    #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
    #else
    SOCK_STREAM
    #endif
  }

  // Both kinds answer at once, because they stay in this machine.
  private static func connect(_ descriptor: Int32, _ address: LiveAddress) -> Bool {
    switch address {
    case .unix(let path):
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      guard path.utf8.count < MemoryLayout.size(ofValue: name.sun_path) else { return false }
      unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      return connect(descriptor, &name)
    case .loopback(let port):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = in_port_t(port).bigEndian
      name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return connect(descriptor, &name)
    }
  }

  private static func connect<Name>(_ descriptor: Int32, _ name: inout Name) -> Bool {
    let size = socklen_t(MemoryLayout<Name>.size)
    return unsafe withUnsafePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        #if canImport(Darwin)
        unsafe Darwin.connect(descriptor, name, size) == 0
        #elseif canImport(Glibc)
        unsafe Glibc.connect(descriptor, name, size) == 0
        #else
        unsafe Musl.connect(descriptor, name, size) == 0
        #endif
      }
    }
  }

  /// What came of a read or write.
  enum Progress {
    /// So many bytes were moved.
    case moved(Int)
    /// Nothing can be moved now.
    case later
    /// The other side has gone.
    case closed
  }

  /// Sends as much as there is room for.
  func send(_ bytes: ArraySlice<UInt8>) -> Progress {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    return Self.progress(
      unsafe bytes.withUnsafeBytes {
        #if canImport(Darwin)
        unsafe Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
        #elseif canImport(Glibc)
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        #else
        unsafe Musl.send(descriptor, $0.baseAddress, $0.count, flags)
        #endif
      },
      isRead: false
    )
  }

  /// Receives into a buffer.
  func receive(into buffer: inout [UInt8]) -> Progress {
    Self.progress(
      unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) },
      isRead: true
    )
  }

  private static func progress(_ count: Int, isRead: Bool) -> Progress {
    if count > 0 { return .moved(count) }
    if count == 0 { return isRead ? .closed : .later }
    return errno == EAGAIN || errno == EINTR ? .later : .closed
  }
}

/// Wakes a thread that waits for a descriptor.
final class LiveBell: Sendable {
  let receiving: Int32
  private let sending: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let failure = unsafe pipe(&ends)
    precondition(failure == 0, "LiveBell: pipe failed with \(errno)")
    receiving = ends[0]
    sending = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    close(receiving)
    close(sending)
  }

  /// Wakes the thread; never blocks, because a full pipe wakes as well.
  func ring() {
    var byte: UInt8 = 1
    #if canImport(Darwin)
    _ = unsafe Darwin.write(sending, &byte, 1)
    #elseif canImport(Glibc)
    _ = unsafe Glibc.write(sending, &byte, 1)
    #else
    _ = unsafe Musl.write(sending, &byte, 1)
    #endif
  }

  /// Forgets the calls so far.
  func silence() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while unsafe read(receiving, &bytes, bytes.count) == bytes.count {}
  }

  /// Waits for a call, at most so many milliseconds.
  ///
  /// - Returns: Whether there was one.
  func wait(milliseconds: Int) -> Bool {
    var entry = pollfd(fd: receiving, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, Int32(milliseconds)) > 0
  }
}
