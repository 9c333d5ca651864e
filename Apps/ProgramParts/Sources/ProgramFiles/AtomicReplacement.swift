public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Replaces a file so that a reader sees the old content or the new, also after a power cut.
///
/// The new content goes to a temporary file in the same folder, is forced to the device, and takes the name in
/// one step. Then the folder is forced to the device, because it contains the name.
public enum AtomicReplacement: Sendable {
  /// Replaces or creates a file.
  ///
  /// Several processes may replace one file at once: each has a temporary file of its own, and the last one wins.
  /// Temporary files of killed processes are removed.
  ///
  /// - Parameters:
  ///   - path: The file itself, not a symbolic link to it.
  ///   - data: Its new content.
  /// - Throws: ``SystemFailure``; the file is unchanged then.
  public static func replace(_ path: String, with data: Data) throws(SystemFailure) {
    try replace(path) { file throws(SystemFailure) in try file.write(data) }
  }

  /// Replaces or creates a file with what a closure writes, so that it need not be in memory at once.
  ///
  /// - Parameters:
  ///   - path: The file itself, not a symbolic link to it.
  ///   - write: Writes the new content.
  /// - Throws: ``SystemFailure``, also that of `write`; the file is unchanged then.
  public static func replace(
    _ path: String,
    _ write: (borrowing OpenFile) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    let kept = try Kept(of: path)
    TemporaryFile.removeLeftovers(of: path)
    let temporary = try TemporaryFile(for: path)
    do throws(SystemFailure) {
      guard fchmod(temporary.file.number, kept.permissions) == 0 else { throw .last }
      try kept.giveOwner(to: temporary.file)
      try write(temporary.file)
      try temporary.file.synchronize()
      // SAFETY: both paths are C strings for the length of the call.
      guard unsafe rename(temporary.path, path) == 0 else { throw .last }
    } catch {
      unsafe unlink(temporary.path)
      throw error
    }
    // Some file systems cannot sync a folder; the content itself is safe by then.
    if let folder = try? OpenFile(openingFolder: FilePlace.folder(of: path)) {
      try? folder.synchronize()
    }
  }

  /// Removes the leftovers of killed processes that were replacing a file.
  ///
  /// A caller that only appends to the file calls this; ``replace(_:with:)`` does so itself.
  ///
  /// - Parameter path: The file itself, not a symbolic link to it.
  /// - Complexity: O(n) in the files of its folder.
  public static func removeLeftovers(of path: String) { TemporaryFile.removeLeftovers(of: path) }

  /// The properties of a file that its replacement takes over.
  private struct Kept {
    let permissions: mode_t
    /// `nil` for a file that is new.
    private let owner: (user: uid_t, group: gid_t)?
    private let path: String

    /// Rejects a file that its owner protected, because a rename needs no permission on the file itself.
    ///
    /// It looks at the permission bits, because the system rejects nothing for the superuser.
    init(of path: String) throws(SystemFailure) {
      self.path = path
      var status = stat()
      // SAFETY: the system writes one `stat`.
      guard unsafe stat(path, &status) == 0 else {
        guard errno == ENOENT else { throw .last }
        (permissions, owner) = (0o600, nil)
        return
      }
      guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemFailure(EISDIR) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
      guard status.st_mode & 0o222 != 0 else { throw SystemFailure(EACCES) }
      guard unsafe access(path, W_OK) == 0 else { throw .last }
      (permissions, owner) = (status.st_mode & 0o777, (status.st_uid, status.st_gid))
    }

    func giveOwner(to file: borrowing OpenFile) throws(SystemFailure) {
      guard let owner else { return FilePlace.giveToFolder(file.number, at: path) }
      let made = try file.status()
      if (made.st_uid, made.st_gid) == (owner.user, owner.group) { return }
      if fchown(file.number, owner.user, owner.group) == 0 { return }
      // Only the superuser may give files away; a group of the user's own is at least set.
      _ = fchown(file.number, uid_t.max, owner.group)
    }
  }
}
