import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Shows texts that are longer than the terminal a screen at a time.
package struct Pager: Sendable {
  /// Shows a text; returns whether it could.
  package let show: @Sendable (_ text: String) -> Bool

  /// Makes a pager of what shows a text.
  package init(show: @escaping @Sendable (_ text: String) -> Bool) {
    self.show = show
  }

  /// The program that `$PAGER` names; `nil` if it names none.
  package static func named(in environment: [String: String]) -> Pager? {
    guard let command = environment["PAGER"], !command.isEmpty, command != "cat" else { return nil }
    return Pager { run(command, $0, environment) }
  }

  private static func run(
    _ command: String,
    _ text: String,
    _ environment: [String: String]
  ) -> Bool {
    let pipe = Pipe()
    // Ctrl-C is for the pager.
    let interrupt = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interrupt) }
    guard
      let process = ForegroundProcess(
        "/bin/sh",
        ["-c", command],
        // Colours pass, and what fits needs no key.
        environment: environment.merging(["LESS": "FRX"]) { own, _ in own },
        input: pipe
      )
    else { return false }
    // Without this, writing to a pager that has ended would wait instead of fail.
    try? pipe.fileHandleForReading.close()
    // A person may leave the pager before it has read everything.
    try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try? pipe.fileHandleForWriting.close()
    let status = process.wait()
    // The shell's statuses for a program that does not exist or cannot run.
    return status != 127 && status != 126
  }
}
