public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Adds to a file of lines without losing earlier lines.
///
/// A process that is killed leaves a part of its addition behind the earlier lines; the next one cuts that off.
public enum GrowingFile: Sendable {
  /// Adds bytes behind a part of a file that is known to be whole, and forces them to the device.
  ///
  /// The caller has read the file, and has the lock of all processes that change it.
  ///
  /// - Parameters:
  ///   - data: The bytes to add.
  ///   - path: The file.
  ///   - length: How many bytes of it stay; the bytes behind them were never finished.
  ///   - size: How many bytes it had when it was read.
  /// - Throws: ``SystemFailure``; `changed` if it has another size now. The file has its first `length` bytes then.
  public static func append(
    _ data: Data,
    to path: String,
    keeping length: Int,
    of size: Int
  ) throws(SystemFailure) {
    let file = try OpenFile(opening: path, flags: O_WRONLY | O_APPEND)
    // Checked by its bits, because the system rejects nothing for the superuser.
    guard try file.status().st_mode & 0o222 != 0 else { throw SystemFailure(EACCES) }
    guard try file.size() == size else { throw .changed }
    if length < size { try file.truncate(to: length) }
    AtomicReplacement.removeLeftovers(of: path)
    do throws(SystemFailure) {
      try file.write(data)
      try file.synchronize()
    } catch {
      try? file.truncate(to: length)
      throw error
    }
  }
}
