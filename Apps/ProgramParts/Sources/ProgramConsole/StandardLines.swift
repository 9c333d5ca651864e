import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The lines of the standard input; none of them fills the memory.
final class StandardLines: Sendable {
  static let shared = StandardLines()

  private struct State {
    var bytes: [UInt8] = []
    var start = 0
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Waits for the next line; see ``Console/nextLine``.
  func next() -> String? {
    state.withLock { state in
      var searched = state.start
      while true {
        if let end = state.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          defer { state.start = end + 1 }
          return Self.text(state.bytes[state.start..<end])
        }
        searched = state.bytes.count
        guard searched - state.start <= Console.longestLine else {
          state.hasEnded = true
          return Self.rest(&state)
        }
        if state.hasEnded { return state.start == searched ? nil : Self.rest(&state) }
        state.bytes.removeFirst(state.start)
        (searched, state.start) = (searched - state.start, 0)
        let more = Self.read()
        state.hasEnded = more.isEmpty
        state.bytes += more
      }
    }
  }

  private static func rest(_ state: inout State) -> String {
    defer { (state.bytes, state.start) = ([], 0) }
    return text(state.bytes[state.start...].prefix(Console.longestLine + 1))
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return String(decoding: line, as: UTF8.self)
  }

  /// The available bytes; it waits for the first one, and gives nothing at the end.
  private static func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      // SAFETY: at most so many bytes are written.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead($0.baseAddress, $0.count)
      }
      if count >= 0 { return Array(buffer[..<count]) }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        // SAFETY: one entry, as is said.
        _ = unsafe poll(&waiting, 1, -1)
      default: return []
      }
    }
  }
}

/// `read` of the system, which the method of the same name hides.
private func systemRead(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(STDIN_FILENO, bytes, count)
}
