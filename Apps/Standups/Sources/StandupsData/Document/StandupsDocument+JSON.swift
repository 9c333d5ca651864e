package import Foundation
import ProgramFiles

extension StandupsDocument {
  /// Reads a document from JSON.
  ///
  /// - Parameters:
  ///   - data: The file's content.
  ///   - path: The file's name, for the error.
  /// - Throws: ``StandupsError`` with code `data`; it names the file and the line and column, or the wrong
  ///   element.
  package init(json data: Data, path: String) throws(StandupsError) {
    guard !data.isEmpty else {
      throw StandupsError(
        .data,
        "The file is empty, so it is no stand-up document. It was left as it is.",
        place: path
      )
    }
    // The check comes before the decoder, because some texts end it, or block it for minutes.
    if let fault = JSONSyntax.firstFault(in: data) {
      throw StandupsError(
        .data,
        "The file is damaged: \(fault.message). It was left as it is.",
        place: "\(path), line \(fault.line), column \(fault.column)"
      )
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      self = try decoder.decode(StandupsDocument.self, from: data)
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
    case let error as DecodingError:
      explain(error, path: path)
    default:
      StandupsError(.data, "The document cannot be read: \(error).", place: path)
    }
  }

  private static func explain(_ error: DecodingError, path: String) -> StandupsError {
    let place: (keys: [any CodingKey], message: String)
    switch error {
    case .keyNotFound(let key, let context):
      place = (context.codingPath, "\"\(key.stringValue)\" is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      place = (context.codingPath, "the value is of the wrong kind")
    case .dataCorrupted(let context):
      place = (context.codingPath, "the value is not a valid one")
    @unknown default:
      place = ([], "\(error)")
    }
    return StandupsError(
      .data,
      "The file is damaged: \(place.message). It was left as it is.",
      place: "\(path), \(JSONSyntax.element(place.keys))"
    )
  }
}
