import Foundation

/// Why a document that is well-formed JSON is not one of ours.
enum DocumentMismatch: Error, Hashable {
  /// The key `format` is missing or says something else.
  case foreign
  /// The schema is newer than this program.
  case newer(Decimal)
  /// The schema's number is none that was ever written.
  case unknown(Decimal)
}
