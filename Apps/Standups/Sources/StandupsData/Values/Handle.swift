/// The short name of a stand-up: lower-case letters, digits and hyphens.
package enum Handle: Sendable {
  /// The longest handle, in characters.
  package static let longest = 40

  /// The longest handle, in bytes.
  static let longestInBytes = 400

  /// Makes a handle from a title: `"Café & Ops: Daily"` gives `café-ops-daily`.
  ///
  /// - Returns: A valid handle that is not in `taken`; a number is appended where needed.
  package static func make(from title: String, taken: Set<String>) -> String {
    let stem = stem(of: title)
    guard taken.contains(stem) else { return stem }
    var number = 2
    while taken.contains("\(stem)-\(number)") { number += 1 }
    return "\(stem)-\(number)"
  }

  /// The handle that a title has where it is free.
  static func stem(of title: String) -> String {
    var words: [Substring] = []
    for word in title.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      words.append(word)
    }
    var stem = String(words.joined(separator: "-").prefix(longest))
    while stem.hasSuffix("-") || stem.utf8.count > longestInBytes { stem.removeLast() }
    return stem.isEmpty ? "standup" : stem
  }

  /// Whether a text can serve as a handle.
  package static func isValid(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= longestInBytes + 8 else { return false }
    guard text.count <= longest + 8 else { return false }
    guard !text.hasPrefix("-"), !text.hasSuffix("-") else { return false }
    return text == text.lowercased()
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}
