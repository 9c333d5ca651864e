import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Paths, and the files that they lead to.
public enum FilePlace: Sendable {
  /// The folder that a path lies in.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  public static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The existing file behind symbolic links; `nil` if there is none.
  public static func existing(_ path: String) -> String? {
    // The text behind a zero byte would be cut off silently.
    guard !path.utf8.contains(0) else { return nil }
    // SAFETY: the system makes the text; it is copied and given back.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The file that a path leads to, also where a symbolic link leads to a file that does not exist yet.
  ///
  /// - Throws: ``SystemFailure`` with `ELOOP` for links that lead in a circle.
  public static func target(of path: String) throws(SystemFailure) -> String {
    guard !path.utf8.contains(0) else { throw SystemFailure(EINVAL) }
    var path = path
    for _ in 0..<40 {
      if let found = existing(path) { return found }
      guard let next = link(at: path) else { return path }
      path = next.hasPrefix("/") ? next : "\(folder(of: path))/\(next)"
    }
    throw SystemFailure(ELOOP)
  }

  /// The file that a path leads to, with its folder created and that folder's own links resolved.
  ///
  /// A file there can be replaced: a rename has to replace the file, and not the link to it.
  ///
  /// - Throws: ``SystemFailure``.
  public static func preparedTarget(of path: String) throws(SystemFailure) -> String {
    let target = try target(of: path)
    let folder = folder(of: target)
    try makeFolder(folder)
    guard let resolved = existing(folder) else { throw .last }
    return resolved == "/" ? "/\(name(of: target))" : "\(resolved)/\(name(of: target))"
  }

  /// Makes a folder, with those that it lies in.
  private static func makeFolder(_ path: String) throws(SystemFailure) {
    // SAFETY: the path is a C string for the length of the call.
    if unsafe mkdir(path, 0o700) == 0 { return giveToFolder(path) }
    switch errno {
    case EEXIST:
      var status = stat()
      // SAFETY: the system writes one `stat`.
      guard unsafe stat(path, &status) == 0 else { throw .last }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemFailure(ENOTDIR) }
    case ENOENT where folder(of: path) != path:
      try makeFolder(folder(of: path))
      // SAFETY: the path is a C string for the length of the call.
      if unsafe mkdir(path, 0o700) == 0 { return giveToFolder(path) }
      // Another process may have made it meanwhile.
      guard errno == EEXIST else { throw .last }
    default: throw .last
    }
  }

  /// Gives what the superuser has made, a file or a folder, to the owner of the folder that it lies in.
  ///
  /// It would lock the user out otherwise. A link is left as it is.
  ///
  /// - Parameter path: The file or the folder.
  public static func giveToFolder(_ path: String) {
    // SAFETY: the path is a C string for the length of the call.
    guard geteuid() == 0 else { return }
    let number = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return }
    defer { close(number) }
    giveToFolder(number, at: path)
  }

  /// Gives an open file that the superuser has made to the owner of its folder.
  static func giveToFolder(_ number: Int32, at path: String) {
    guard geteuid() == 0 else { return }
    var (folder, file) = (stat(), stat())
    // SAFETY: the system writes one `stat` each.
    guard unsafe stat(Self.folder(of: path), &folder) == 0, folder.st_uid != 0,
      unsafe fstat(number, &file) == 0, file.st_uid == 0, file.st_nlink == 1 || isFolder(file)
    else { return }
    _ = fchown(number, folder.st_uid, folder.st_gid)
  }

  private static func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }

  /// Whether a path is that of a symbolic link.
  public static func isLink(_ path: String) -> Bool { link(at: path) != nil }

  /// Whether two paths lead to the same file.
  public static func areSame(_ a: String, _ b: String) -> Bool {
    if let a = try? place(of: a), let b = try? place(of: b), a == b { return true }
    var (first, second) = (stat(), stat())
    // SAFETY: the system writes one `stat` each.
    guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Whether a path leads to the file that is the standard input, output or error.
  public static func isStandardStream(_ path: String) -> Bool {
    var (file, stream) = (stat(), stat())
    // SAFETY: the system writes one `stat` each.
    guard !path.utf8.contains(0), unsafe stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFREG
    else { return false }
    return [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { number in
      unsafe fstat(number, &stream) == 0 && stream.st_dev == file.st_dev
        && stream.st_ino == file.st_ino
    }
  }

  /// The target with the folder's own links resolved; it also names a file that does not exist yet.
  private static func place(of path: String) throws(SystemFailure) -> String {
    let target = try target(of: path)
    guard let folder = existing(folder(of: target)) else { return target }
    return folder == "/" ? "/\(name(of: target))" : "\(folder)/\(name(of: target))"
  }

  /// The target of a symbolic link; `nil` if there is none at the path.
  private static func link(at path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // SAFETY: at most so many bytes are written.
    let count = unsafe readlink(path, &buffer, buffer.count)
    return count > 0
      ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
