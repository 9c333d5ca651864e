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
    // What follows a zero byte would be cut off silently.
    guard !path.utf8.contains(0) else { return nil }
    // SAFETY: the system makes the text, which is copied and given back.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The file that a path leads to, also where a symbolic link leads to a file that is not there yet.
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

  /// The target with the folder's own links resolved, which names a file that is not there yet.
  private static func place(of path: String) throws(SystemFailure) -> String {
    let target = try target(of: path)
    guard let folder = existing(folder(of: target)) else { return target }
    return folder == "/" ? "/\(name(of: target))" : "\(folder)/\(name(of: target))"
  }

  /// Where a symbolic link leads to; `nil` if there is none at the path.
  private static func link(at path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // SAFETY: at most so many bytes are written.
    let count = unsafe readlink(path, &buffer, buffer.count)
    return count > 0
      ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
