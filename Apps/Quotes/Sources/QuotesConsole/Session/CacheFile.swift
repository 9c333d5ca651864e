import Foundation
import ProgramConsole
import ProgramFiles
import QuotesSources

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file of stored quotes, checked before it is used.
enum CacheFile {
  /// The most bytes of the file that are read.
  static let longest = 4 << 20

  /// Finds the file that a path names, and makes sure that it may be read and replaced.
  ///
  /// A pipe would block the program, and a device would fill the memory. Replacing a symbolic link would separate
  /// it from its file. Quotes of a newer version are left as they are, and so is a file of another kind that a person
  /// named.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - expireAfter: The number of seconds after which stored quotes are too old; `nil` for never.
  ///   - isNamed: Whether a person named the path; what lies at any other is the program's own.
  /// - Returns: The file itself.
  /// - Throws: `ProgramFailure` for a file that cannot store quotes.
  static func prepare(
    _ path: String,
    expireAfter: Double?,
    isNamed: Bool = true
  ) throws(ProgramFailure) -> URL {
    let target: String
    do throws(SystemFailure) {
      target = try FilePlace.target(of: path)
    } catch {
      throw ProgramFailure(.output, "\(path) cannot be used: \(error.words).")
    }
    let url = URL(fileURLWithPath: target)
    let data: Data
    do throws(SystemFailure) {
      data = try OpenFile.read(target, limit: longest)
    } catch {
      // Other faults of the file are reported when it is read or written; the quotes are shown.
      guard error == .notRegular || error == .tooLarge else {
        removeLeftovers(beside: target)
        return url
      }
      throw ProgramFailure(
        .output,
        "\(path) cannot keep quotes: \(error.words). It was left as it is."
      )
    }
    try checkKind(of: data, at: path, isNamed: isNamed)
    removeLeftovers(beside: target)
    if let expireAfter { adjustDate(of: target, expireAfter) }
    return url
  }

  /// Makes sure that a file is one of quotes, perhaps a damaged one, and not a newer one.
  private static func checkKind(
    of data: Data,
    at path: String,
    isNamed: Bool
  ) throws(ProgramFailure) {
    let header =
      JSONSyntax.firstFault(in: data) == nil
      ? try? JSONDecoder().decode(Header.self, from: data) : nil
    if let header, header.format == "quotes" {
      guard header.version > Header.newest else { return }
      throw ProgramFailure(
        .output,
        "\(path) was written by a newer version of this program. It was left as it is."
      )
    }
    guard isNamed, !beginsLikeQuotes(data) else { return }
    throw ProgramFailure(
      .script,
      """
      \(path) is no file of kept quotes. It was left as it is. Name another file after --cache, or \
      move this one away.
      """
    )
  }

  /// Whether a file begins as this program writes one, so that it is a damaged one if it cannot be read.
  ///
  /// A part of the beginning is enough where the file is cut off. A few bytes of a whole beginning may be others.
  static func beginsLikeQuotes(_ data: Data) -> Bool {
    let beginning = Array("{\"format\":\"quotes\"".utf8)
    let bytes = data.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(beginning.count)
    let wrong = zip(bytes, beginning).count { $0 != $1 }
    return wrong == 0 || (bytes.count == beginning.count && wrong <= mostWrongBytes)
  }

  /// How many bytes of the beginning of a damaged file may be wrong.
  private static let mostWrongBytes = 2

  /// Removes what processes that were killed while they wrote quotes have left.
  ///
  /// The library's temporary files have names of a kind of their own. A young one may still be written.
  private static func removeLeftovers(beside target: String) {
    let (prefix, age) = (".strata-", 60.0)
    let folder = URL(fileURLWithPath: FilePlace.folder(of: target), isDirectory: true)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil else { continue }
      let path = folder.appending(path: name).path
      let values = try? FileManager.default.attributesOfItem(atPath: path)
      guard values?[.type] as? FileAttributeType == .typeRegular,
        let date = values?[.modificationDate] as? Date, date.timeIntervalSinceNow < -age
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// What is said of a file whose quotes cannot be read.
  ///
  /// It is true before quotes take its place, and also after that.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - cause: The fault, as a part of a sentence.
  /// - Returns: Two sentences.
  static func damageSentence(of path: String, _ cause: String) -> String {
    """
    What is kept in \(path) cannot be read (\(cause)). When quotes take its place, it is moved to \
    \(asidePath(of: path)).
    """
  }

  /// Where a damaged file goes: the first path that is free, as the library chooses it.
  private static func asidePath(of path: String) -> String {
    var (aside, number) = (path + ".damaged", 1)
    while FileManager.default.fileExists(atPath: aside) {
      number += 1
      aside = path + ".damaged-\(number)"
    }
    return aside
  }

  /// The shortest time in which stored quotes become too old while the program runs.
  ///
  /// Quotes that were too old when they arrive would be fetched again without a pause.
  static let shortestAge = 1.0

  /// Makes sure that the file's date gives its age.
  ///
  /// A file with a date in the future would never be too old. Its date comes from a wrong clock, so the file
  /// counts from now on. A file that is older than a limit below ``shortestAge`` is too old now.
  private static func adjustDate(of path: String, _ expireAfter: Double) {
    let now = Date()
    let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    guard let date else { return }
    let isOld = expireAfter < shortestAge && now.timeIntervalSince(date) >= expireAfter
    guard date > now || isOld else { return }
    let right = isOld ? Date(timeIntervalSince1970: 0) : now
    try? FileManager.default.setAttributes([.modificationDate: right], ofItemAtPath: path)
  }

  private struct Header: Decodable {
    static let newest = 1

    let format: String
    let version: Int
  }
}
