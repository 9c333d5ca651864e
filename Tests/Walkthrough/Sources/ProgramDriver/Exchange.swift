#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Feeds a process and takes what it says, both at once, so that neither waits for the other.
package struct Exchange {
  private let process: SpawnedProcess
  private var input: ArraySlice<UInt8>
  private var output: [UInt8] = []
  private var errors: [UInt8] = []

  package init(_ process: SpawnedProcess, input: [UInt8] = []) {
    self.process = process
    self.input = input[...]
  }

  /// Goes on until the process has closed both of its outputs.
  package consuming func finish() -> (output: [UInt8], errors: [UInt8]) {
    // A process that ends before it has read everything must not end this one.
    signal(SIGPIPE, SIG_IGN)
    var open: [(number: Int32, events: Int16)] = []
    if process.output >= 0 { open.append((process.output, Int16(POLLIN))) }
    if process.errors >= 0 { open.append((process.errors, Int16(POLLIN))) }
    if process.input >= 0 { open.append((process.input, Int16(POLLOUT))) }
    while open.contains(where: { $0.number != process.input }) {
      var descriptors = open.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
      guard unsafe poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else { continue }
      for descriptor in descriptors where descriptor.revents != 0 {
        if !serve(descriptor.fd) {
          close(descriptor.fd)
          open.removeAll { $0.number == descriptor.fd }
        }
      }
    }
    for (number, _) in open { close(number) }
    return (output, errors)
  }

  /// - Returns: Whether there may be more to do.
  private mutating func serve(_ number: Int32) -> Bool {
    if number == process.input {
      let part = input.prefix(4096)
      guard !part.isEmpty else { return false }
      let count = unsafe part.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      input = input.dropFirst(count)
      return !input.isEmpty
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(number, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return false }
    if number == process.output {
      output += buffer[..<count]
    } else {
      errors += buffer[..<count]
    }
    return true
  }
}
