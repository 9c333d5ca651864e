import Foundation
import ProgramFiles

extension StandupsDocument {
  /// The bounds of a document's JSON: each text of the longest length can be escaped.
  static let bounds = JSONBounds(textLength: 6 * NoteRule.longestText)

  /// Reads a document from JSON.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - path: The file's name, for the error.
  /// - Throws: ``StandupsError`` with code `data`; it names the file and the line and column, or the wrong
  ///   element.
  package init(json bytes: [UInt8], path: String) throws(StandupsError) {
    guard !bytes.isEmpty else {
      throw StandupsError(
        .data,
        "The file is empty, so it is no stand-up document. It was left as it is.",
        place: path
      )
    }
    if let fault = JSONSyntax.firstFault(in: bytes, bounds: Self.bounds) {
      throw StandupsError(
        .data,
        "The file is damaged: \(fault.message). It was left as it is.",
        place: "\(path), line \(fault.line), column \(fault.column)"
      )
    }
    do {
      try self.init(values: bytes)
    } catch {
      throw Self.explain(error, path: path)
    }
    if let problem = firstProblem() {
      throw StandupsError(
        .data,
        "\(problem.message) The file was left as it is.",
        place: "\(path), \(problem.element)"
      )
    }
  }

  private static func explain(_ error: any Error, path: String) -> StandupsError {
    switch error {
    case DocumentMismatch.foreign:
      StandupsError(
        .data,
        "This is JSON, but not a stand-up document (\"format\": \"\(format)\" is missing). "
          + "It was left as it is.",
        place: path
      )
    case DocumentMismatch.newer(let found):
      StandupsError(
        .data,
        "The document was written by a newer version of this program (schema \(found), "
          + "this program reads up to \(version)). It was left as it is; update standups to read it.",
        place: path
      )
    case DocumentMismatch.unknown(let found):
      StandupsError(
        .data,
        "The document's schema \(found) is unknown. It was left as it is.",
        place: path
      )
    case let fault as JSONFault:
      StandupsError(
        .data,
        "The file is damaged: \(words(of: fault)). It was left as it is.",
        place: "\(path), \(JSONSyntax.element(fault.path))"
      )
    default:
      StandupsError(.data, "The document cannot be read: \(error).", place: path)
    }
  }

  private static func words(of fault: JSONFault) -> String {
    switch fault.reason {
    case .missingKey: fault.message
    case .kind: "the value is of the wrong kind"
    case .value, .text: "the value is not a valid one"
    }
  }
}
