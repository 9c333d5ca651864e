import Foundation
import ProgramDriver
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs the program as a user whom permissions bind; the superuser may do everything.
enum Unprivileged {
  static let rejection: Comment = "this takes an ordinary user, or setpriv to become one"

  /// Found by trying.
  static let isPossible: Bool = {
    guard let program = try? Program() else { return false }
    return (try? run(program, ["--version"]))?.status == 0
  }()

  static func run(_ program: Program, _ arguments: [String]) throws -> Program.Finished {
    guard getuid() == 0 else { return try program.run(arguments) }
    let process = try SpawnedProcess(
      "/usr/bin/setpriv",
      ["--reuid=65534", "--clear-groups", program.executable] + arguments,
      environment: program.environment
    )
    let (output, errors) = Exchange(process).finish()
    return Program.Finished(
      status: process.wait(),
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self)
    )
  }
}
