import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The program on a terminal, with this test in the user's chair.
package final class TerminalSession {
  /// The expected text or end has not come.
  package struct Missing: Error, CustomStringConvertible {
    package var text: String
    package var screen: [String]

    package var description: String {
      "\"\(text)\" did not appear on the screen:\n" + screen.joined(separator: "\n")
    }
  }

  /// How long the user has patience with a program that never comes to what is waited for.
  ///
  /// Only a program that hangs meets this; nothing is decided by it otherwise.
  private let deadline = ContinuousClock.now.advanced(by: .seconds(120))

  package let process: SpawnedProcess
  /// The visible screen.
  package private(set) var screen = TerminalScreen()
  private let terminal: Int32

  /// Starts the program on a terminal of 80 columns and 24 rows.
  package init(
    _ program: Program,
    _ arguments: [String],
    environment: [String: String] = [:]
  ) throws {
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (ours: Int32, theirs: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    try SpawnedProcess.oneAtATime.withLock { _ in
      guard unsafe openpty(&ends.ours, &ends.theirs, &name, nil, &size) == 0 else {
        throw SpawnFailure(call: "openpty", number: errno)
      }
      for end in [ends.ours, ends.theirs] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    terminal = ends.ours
    // Retained until the program has opened the terminal itself.
    defer { close(ends.theirs) }
    process = try SpawnedProcess(
      program.executable,
      arguments,
      environment: program.environment.merging(environment) { $1 },
      terminal: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    )
  }

  deinit {
    close(terminal)
  }

  /// Types a text; `\r` is Return, `\u{3}` is Ctrl-C.
  package func type(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Waits until a text stands on the screen.
  package func wait(for text: String) throws {
    while !screen.shows(text) {
      guard look() else { throw Missing(text: text, screen: screen.rows) }
    }
  }

  /// Waits until the program has ended.
  ///
  /// - Returns: Its exit code.
  package func finish() -> Int32 {
    while look() {}
    return process.wait()
  }

  /// Takes what the program has written since.
  ///
  /// - Returns: `false` if there will be nothing more.
  private func look() -> Bool {
    var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    let patience = (deadline - .now) / .milliseconds(1)
    let ready = unsafe poll(&descriptor, 1, Int32(max(0, patience)))
    if ready < 0, errno == EINTR { return true }
    guard ready > 0, patience > 0 else {
      process.send(SIGKILL)
      return false
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(terminal, $0.baseAddress, $0.count)
    }
    // A terminal whose last user has gone gives an error and no end of file on Linux.
    guard count > 0 else { return false }
    screen.feed(buffer[..<count])
    return true
  }
}
