import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process in the group of this one, so that it may use the terminal.
///
/// Foundation's `Process` gives the new process a group of its own. That group is in the background, so the terminal
/// stops a pager when it changes the mode of keys, and both processes wait forever.
struct ForegroundProcess: ~Copyable {
  private let number: pid_t

  /// Starts a program, which reads a pipe; `nil` if it cannot be started.
  ///
  /// It starts with the system's handling of the signals that this process may ignore.
  init?(_ path: String, _ arguments: [String], environment: [String: String], input: Pipe) {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    // SAFETY: zeroes, until the first call that receives it.
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    let (reading, writing) = (
      input.fileHandleForReading.fileDescriptor, input.fileHandleForWriting.fileDescriptor
    )
    var signals = sigset_t()
    var started = pid_t()
    // SAFETY: each value is initialized by the first call that receives it, used by this function alone, and destroyed
    // at its end.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO)
    // The pager would wait for the end of the text as long as it has this end itself.
    unsafe posix_spawn_file_actions_addclose(&actions, writing)
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGPIPE] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let status = unsafe Self.withStrings([path] + arguments) { words in
      unsafe Self.withStrings(environment.map { "\($0)=\($1)" }) { variables in
        // SAFETY: both arrays end with a null pointer, and live until the call returns.
        unsafe posix_spawn(&started, path, &actions, &attributes, words, variables)
      }
    }
    guard status == 0 else { return nil }
    number = started
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: Its exit code; `nil` if a signal has ended it.
  consuming func wait() -> Int32? {
    var status: Int32 = 0
    // SAFETY: the system writes one number.
    while unsafe waitpid(number, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// Passes texts as an array of C strings with a null pointer at its end.
  private static func withStrings(
    _ texts: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    // SAFETY: the copies are freed once, when the body has returned; it keeps none of them.
    var strings = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe strings.indices { unsafe free(strings[index]) }
    }
    return unsafe strings.withUnsafeMutableBufferPointer { strings in
      guard let first = strings.baseAddress else {
        preconditionFailure("the null pointer is there")
      }
      return unsafe body(first)
    }
  }
}
