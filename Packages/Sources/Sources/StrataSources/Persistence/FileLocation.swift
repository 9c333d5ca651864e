import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The location that a path leads to when all links on the way are followed.
///
/// It does not depend on whether there is a file. Foundation follows a link only as long as its target exists.
struct FileLocation: Equatable {
  /// How many links a path may have; the system follows as many.
  static let linkLimit = 40

  /// The path without links.
  let path: String
  /// The last folder on the way that a link names; `nil` if there is none.
  ///
  /// No link makes a folder, so a file behind the link can be written only if this folder exists.
  let linkedFolder: String?

  /// Follows the links of a path.
  ///
  /// - Throws: `ELOOP` if links lead in a circle, or the reason why a link cannot be followed.
  init(_ path: String) throws {
    // The next name is the last one. Names that a link gives are marked.
    var names = Self.names(in: URL(fileURLWithPath: path).path, isLinked: false)
    var folder = ""
    var linkedFolder: String?
    var links = 0
    while let (name, isLinked) = names.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        continue
      }
      let next = folder + "/" + name
      guard let target = try Self.target(ofLinkAt: next) else {
        folder = next
        if isLinked, !names.isEmpty { linkedFolder = next }
        continue
      }
      links += 1
      guard links <= Self.linkLimit else { throw POSIXError(.ELOOP) }
      if target.hasPrefix("/") { folder = "" }
      names += Self.names(in: target, isLinked: true)
    }
    self.path = folder.isEmpty ? "/" : folder
    self.linkedFolder = linkedFolder
  }

  /// A location whose links are not followed.
  init(unfollowed path: String) {
    self.path = path
    linkedFolder = nil
  }

  private static func names(in path: String, isLinked: Bool) -> [(name: String, isLinked: Bool)] {
    path.split(separator: "/").reversed().map { (String($0), isLinked) }
  }

  /// The content of a link; `nil` if there is anything else, or nothing.
  private static func target(ofLinkAt path: String) throws -> String? {
    let size = 4_096
    var bytes = [CChar](repeating: 0, count: size)
    // SAFETY: the system writes at most as many bytes as there is room for.
    let count = unsafe readlink(path, &bytes, size)
    guard count >= 0 else { return nil }
    guard count < size else { throw POSIXError(.ENAMETOOLONG) }
    let units = bytes.prefix(count).map { UInt8(bitPattern: $0) }
    guard let target = String(validating: units, as: UTF8.self) else { throw POSIXError(.EILSEQ) }
    return target
  }
}

/// A link leads to a folder that does not exist.
struct MissingLinkedFolder: Error {
  let path: String
}
