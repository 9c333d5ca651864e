#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A pair of files, or a socket, that lines come from and go to.
struct LineChannel: Sendable {
  let input: Int32
  let output: Int32
  let isSocket: Bool
  let stop: StopSignal

  /// Waits for bytes.
  ///
  /// - Returns: What has come; `nil` at the end, and when serving is stopped.
  func read() -> [UInt8]? {
    guard stop.waits(for: input, Int16(POLLIN), milliseconds: -1) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    // SAFETY: at most so many bytes are written.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe systemRead(input, bytes.baseAddress, bytes.count)
    }
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Writes bytes.
  ///
  /// - Parameters:
  ///   - bytes: What is written.
  ///   - patience: How long the other side may take none of them, in milliseconds.
  /// - Returns: Whether all were written.
  func write(_ bytes: [UInt8], patience: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard stop.waits(for: output, Int16(POLLOUT), milliseconds: patience) else { return false }
      // Not more than a pipe that is ready takes without waiting.
      let part = rest.prefix(4_096)
      // SAFETY: at most so many bytes are read.
      let count = unsafe part.withUnsafeBytes { bytes in
        unsafe isSocket
          ? systemSend(output, bytes.baseAddress, bytes.count)
          : systemWrite(output, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends the waiting for lines of the socket.
  func shut() {
    guard isSocket else { return }
    #if canImport(Glibc)
    _ = shutdown(input, Int32(SHUT_RDWR))
    #else
    _ = shutdown(input, SHUT_RDWR)
    #endif
  }

  /// Closes the socket.
  func end() {
    if isSocket { _ = close(input) }
  }
}

/// Ends the waiting of all who wait for files.
final class StopSignal: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() throws(TimeTravelError) {
    var ends: [Int32] = [0, 0]
    // SAFETY: there is room for two numbers.
    let result = unsafe ends.withUnsafeMutableBufferPointer { ends in
      unsafe pipe(ends.baseAddress)
    }
    guard result == 0 else { throw .last("pipe") }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    _ = close(reading)
    _ = close(writing)
  }

  /// Ends it for ever.
  func send() {
    var byte: UInt8 = 1
    _ = unsafe systemWrite(writing, &byte, 1)
  }

  /// Waits for a file.
  ///
  /// - Returns: Whether it is ready; not when the time is over, or serving has been stopped.
  func waits(for file: Int32, _ events: Int16, milliseconds: Int32) -> Bool {
    var files = [
      pollfd(fd: file, events: events, revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      // SAFETY: there are two of them.
      let count = unsafe files.withUnsafeMutableBufferPointer { files in
        unsafe poll(files.baseAddress, 2, milliseconds)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0, files[1].revents == 0 else { return false }
      let isGone = files[0].revents & Int16(POLLERR | POLLNVAL) != 0
      return files[0].revents != 0 && !isGone
    }
  }
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

/// Writes without the signal that ends a process when no one reads any more.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
  _ = fcntl(file, F_SETNOSIGPIPE, 1)
  return unsafe write(file, bytes, count)
  #else
  var (signals, former) = (sigset_t(), sigset_t())
  _ = unsafe sigemptyset(&signals)
  _ = unsafe sigaddset(&signals, SIGPIPE)
  _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, &former)
  let written = unsafe write(file, bytes, count)
  let failure = errno
  if written < 0, failure == EPIPE {
    var now = timespec()
    _ = unsafe sigtimedwait(&signals, nil, &now)
  }
  _ = unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
  errno = failure
  return written
  #endif
}

/// Sends without waiting, and without the signal that ends a process when the other side has left.
private func systemSend(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
  unsafe send(file, bytes, count, Int32(MSG_DONTWAIT))
  #else
  unsafe send(file, bytes, count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  #endif
}
