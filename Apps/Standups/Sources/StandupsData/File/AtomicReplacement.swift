import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Replaces a file so that whoever looks sees the old content or the new, also after a power cut.
///
/// The new content goes to a temporary file in the same folder, is forced to the device, and takes
/// the name in one step; then the folder is forced to the device, for the name lies there.
enum AtomicReplacement {
  /// Replaces or creates a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - data: Its new content.
  ///   - temporaryPath: A file in the same folder that only the caller uses. One that a killed
  ///     process left there is overwritten, so that such files do not pile up.
  /// - Throws: ``SystemFailure``; the file is unchanged then.
  static func replace(
    _ path: String,
    with data: Data,
    by temporaryPath: String
  ) throws(SystemFailure) {
    let permissions = try permissionsToKeep(of: path)
    do throws(SystemFailure) {
      let file = try FileDescriptor(
        opening: temporaryPath,
        flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
      )
      guard fchmod(file.number, permissions) == 0 else { throw .last }
      try file.write(data)
      try file.synchronize()
    } catch {
      unsafe unlink(temporaryPath)
      throw error
    }
    guard unsafe rename(temporaryPath, path) == 0 else {
      let failure = SystemFailure.last
      unsafe unlink(temporaryPath)
      throw failure
    }
    // Some file systems cannot sync a folder; the content itself is safe by then.
    if let folder = try? FileDescriptor(opening: folder(of: path), flags: O_RDONLY) {
      try? folder.synchronize()
    }
  }

  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The permissions of the file that is replaced.
  ///
  /// A rename needs no permission on the file itself, so a file that its owner protected has to be
  /// refused here; by its bits, since the superuser is refused nothing.
  private static func permissionsToKeep(of path: String) throws(SystemFailure) -> mode_t {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .last }
      return 0o600
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFailure(EINVAL) }
    guard status.st_mode & 0o222 != 0 else { throw SystemFailure(EACCES) }
    guard unsafe access(path, W_OK) == 0 else { throw .last }
    return status.st_mode & 0o777
  }
}
