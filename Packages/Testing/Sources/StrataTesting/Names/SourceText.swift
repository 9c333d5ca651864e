import Foundation
import StrataConcurrency
import Testing

/// The source of a test, which is mostly available when the test fails.
enum SourceText {
  /// The lines of a file; `nil` if it is missing.
  static func lines(ofFile path: String) -> [String]? {
    FileManager.default.contents(atPath: path)
      .map { String(decoding: $0, as: UTF8.self).components(separatedBy: "\n") }
  }

  /// The one line in the braces behind a line that calls a function; `nil` if there is none, or several.
  ///
  /// - Parameters:
  ///   - call: The beginning of the call, such as `LampStore(`.
  ///   - first: The number of the line before the braces, from 1.
  ///   - lines: The source.
  /// - Returns: The number of the line, from 1.
  static func onlyLine(calling call: String, behind first: Int, in lines: [String]) -> Int? {
    guard lines.indices.contains(first - 1) else { return nil }
    var (depth, found) = (0, Int?.none)
    for index in (first - 1)..<lines.count {
      let line = lines[index]
      if let range = line.range(of: call), !isPartOfName(line, before: range.lowerBound) {
        guard found == nil else { return nil }
        found = index + 1
      }
      let former = depth
      depth += line.reduce(0) { $0 + ($1 == "{" ? 1 : $1 == "}" ? -1 : 0) }
      let isOnOneLine = former == 0 && depth == 0 && line.contains("{")
      if depth < former && depth <= 0 || isOnOneLine { return found }
    }
    return found
  }

  private static func isPartOfName(_ line: String, before index: String.Index) -> Bool {
    line[..<index].last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }

  /// The line that declares a function around a call, or that of the call if it is not found.
  static func place(ofFunction name: String, around call: CallSite) -> CallSite {
    let lines = lines(ofFile: call.filePath.description) ?? []
    let above = lines.prefix(Int(call.line)).lastIndex { $0.contains("func \(name)(") }
    guard let index = above ?? lines.firstIndex(where: { $0.contains("func \(name)(") }) else {
      return call
    }
    return CallSite(
      fileID: call.fileID,
      filePath: call.filePath,
      line: UInt(index + 1),
      column: 1
    )
  }

  /// The line that declares a function of a class, in a file below the working directory.
  ///
  /// - Returns: The line; `nil` if no file, or more than one, declares both.
  static func place(ofFunction name: String, in type: String) -> SourceLocation? {
    let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let files = FileManager.default.enumerator(
      at: root,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    let places = files?.prefix(fileLimit).compactMap { $0 as? URL }.filter {
      $0.pathExtension == "swift"
    }.compactMap { file -> SourceLocation? in
      guard let lines = lines(ofFile: file.path),
        let first = lines.firstIndex(where: { $0.contains("class \(type):") }),
        let index = lines[first...].firstIndex(where: { $0.contains("func \(name)(") })
      else { return nil }
      let fileID = file.pathComponents.suffix(2).joined(separator: "/")
      return SourceLocation(fileID: fileID, filePath: file.path, line: index + 1, column: 1)
    }
    guard let places, places.count == 1 else { return nil }
    return places[0]
  }

  /// A directory with more files is no package.
  private static let fileLimit = 50_000
}
