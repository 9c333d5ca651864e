#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(Glibc) || canImport(Darwin)
/// Shortens the compiler's messages before the plugin reads them.
///
/// The compiler of Swift 6.3 describes the build in each message: its features, its attributes, and the target. That
/// is 4.5 KB of JSON as a text inside JSON. A plugin that is built for debugging spends more than half of its time
/// on it, because its JSON reader is not optimized. The macros of this plugin do not ask for it. Only the parser
/// does, for the syntax of experimental features; the message of a build with one of them passes unchanged.
///
/// The filter stands between the standard input and the plugin. It searches with functions of the C library, which
/// are optimized in every build. So does a message without a description.
struct MessageFilter {
  private let input: CInt
  private let output: CInt

  /// Makes the standard input a pipe, and sends the messages through it from now on.
  ///
  /// The standard input stays as it is if the process has no descriptors left.
  static func start() {
    var ends: [CInt] = [-1, -1]
    let input = dup(STDIN_FILENO)
    // SAFETY: `pipe` writes two descriptors, and the array has two elements.
    guard input >= 0, unsafe pipe(&ends) == 0, dup2(ends[0], STDIN_FILENO) >= 0 else { return }
    close(ends[0])
    let filter = MessageFilter(input: input, output: ends[1])
    // It blocks a thread of the pool. Nothing else in this program uses the pool.
    Task.detached { filter.run() }
  }

  /// Passes messages until the compiler or the plugin closes its end.
  private func run() {
    while let header = receive(CompilerMessage.headerSize),
      let text = receive(CompilerMessage.size(in: header))
    {
      var message = CompilerMessage(text)
      message.removeBuildDescription()
      guard send(message.bytes) else { break }
    }
    close(output)
  }

  /// The next bytes of the input; `nil` at its end.
  private func receive(_ count: Int) -> [UInt8]? {
    // SAFETY: Each read gets the part of the buffer that has no bytes yet, with its size. The count of the
    // initialized bytes is the count of those that were read.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled..<count])
        let received = unsafe read(input, rest.baseAddress, rest.count)
        guard received > 0 else { return }
        filled += received
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// Sends bytes; returns whether all were accepted.
  private func send(_ bytes: [UInt8]) -> Bool {
    // SAFETY: Each write gets the part of the buffer that is not sent yet, with its size.
    unsafe bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        let accepted = unsafe write(output, part.baseAddress, part.count)
        guard accepted > 0 else { return false }
        sent += accepted
      }
      return true
    }
  }
}
#endif
