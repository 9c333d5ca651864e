import Foundation
import ProgramDriver

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A disk of a few kilobytes in memory, which is gone with its last reference.
final class SmallDisk {
  /// Whether this system and this user let one be mounted; found by trying.
  static let canMount = (try? SmallDisk(kilobytes: 16)) != nil

  private let path: String

  init(kilobytes: Int) throws {
    path = NSTemporaryDirectory() + "standups-disk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.call("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path])
  }

  deinit {
    try? Self.call("umount", [path])
    unsafe rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func makeReadOnly() throws {
    try Self.call("mount", ["-o", "remount,ro", path])
  }

  private static func call(_ name: String, _ arguments: [String]) throws {
    for folder in ["/bin", "/sbin", "/usr/bin", "/usr/sbin"]
    where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
      let process = try SpawnedProcess(
        "\(folder)/\(name)",
        arguments,
        environment: [:],
        output: .nowhere,
        errors: .nowhere
      )
      guard process.wait() == 0 else { throw SpawnFailure(call: name, number: EPERM) }
      return
    }
    throw SpawnFailure(call: name, number: ENOENT)
  }
}
