#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A new file beside another, under a name that no other file has.
///
/// It is locked for as long as it is open. A file that can be locked therefore belongs to a process that was
/// killed, and may be removed.
struct TemporaryFile: ~Copyable, Sendable {
  let path: String
  let file: OpenFile

  /// Makes an empty file.
  ///
  /// - Parameter target: The file that it lies beside.
  /// - Throws: ``SystemFailure``.
  init(for target: String) throws(SystemFailure) {
    var tries = 0
    while true {
      tries += 1
      let number = UInt64.random(in: .min ... .max)
      let path =
        "\(FilePlace.folder(of: target))/\(Self.prefix(of: target))\(StableHash.digits(of: number))"
      do throws(SystemFailure) {
        let file = try OpenFile(
          opening: path,
          flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        )
        // Another process may take it for a leftover before it is locked, and remove it.
        if flock(file.number, LOCK_EX | LOCK_NB) == 0, try file.status().st_nlink > 0 {
          self.path = path
          self.file = file
          return
        }
      } catch {
        guard error.number == EEXIST else { throw error }
      }
      guard tries < 100 else { throw SystemFailure(EEXIST) }
    }
  }

  /// Removes the files that killed processes have left beside a file.
  static func removeLeftovers(of target: String) {
    let (folder, prefix) = (FilePlace.folder(of: target), prefix(of: target))
    // SAFETY: the stream is read by this thread alone, and closed below.
    guard let stream = unsafe opendir(folder),
      let place = MemoryLayout<dirent>.offset(of: \.d_name)
    else { return }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      // SAFETY: the system ends the name with a zero byte. The entry is read in its own memory. It is as long as
      // its name, so a copy of a whole `dirent` would read behind the stream's memory.
      let name = unsafe String(
        cString: UnsafeRawPointer(entry).advanced(by: place).assumingMemoryBound(to: CChar.self)
      )
      guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + 16 else { continue }
      let path = "\(folder)/\(name)"
      guard let file = try? OpenFile(opening: path, flags: O_RDONLY | O_NOFOLLOW),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unsafe unlink(path)
    }
  }

  /// The beginning of the names, which distinguishes those of one file from those of others.
  ///
  /// It is short, so that a file with the longest of names can be replaced as well.
  private static func prefix(of target: String) -> String {
    ".tmp-\(StableHash.digits(of: FilePlace.name(of: target)))-"
  }
}
