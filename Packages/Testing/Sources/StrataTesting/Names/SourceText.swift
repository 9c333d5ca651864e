import Foundation
import StrataConcurrency

/// The source of a test, which is mostly available when the test fails.
enum SourceText {
  /// The lines of a file; `nil` if it is missing.
  static func lines(ofFile path: String) -> [String]? {
    FileManager.default.contents(atPath: path)
      .map { String(decoding: $0, as: UTF8.self).components(separatedBy: "\n") }
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
}
