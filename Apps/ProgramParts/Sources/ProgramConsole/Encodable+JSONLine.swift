import Foundation

extension Encodable {
  /// One line of JSON with its keys in order.
  ///
  /// - Precondition: The value is made of texts, numbers and the like, which can always be written.
  public var jsonLine: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("a report of texts and numbers can always be written: \(self)")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
