/// The short name of a stand-up: lower-case letters, digits and hyphens.
package enum Handle: Sendable {
  /// The longest handle, in characters.
  package static let longest = 40

  /// Makes a handle from a title: `"Café & Ops: Daily"` gives `café-ops-daily`.
  ///
  /// - Returns: A valid handle that is not in `taken`; a number is appended where needed.
  package static func make(from title: String, taken: Set<String>) -> String {
    var words: [Substring] = []
    for word in title.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      words.append(word)
    }
    var stem = String(words.joined(separator: "-").prefix(longest))
    while stem.hasSuffix("-") { stem.removeLast() }
    if stem.isEmpty { stem = "standup" }
    guard taken.contains(stem) else { return stem }
    var number = 2
    while taken.contains("\(stem)-\(number)") { number += 1 }
    return "\(stem)-\(number)"
  }

  /// Whether a text can serve as a handle.
  package static func isValid(_ text: String) -> Bool {
    guard !text.isEmpty, text.count <= longest + 8 else { return false }
    guard !text.hasPrefix("-"), !text.hasSuffix("-") else { return false }
    return text == text.lowercased()
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}
