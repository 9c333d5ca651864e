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
    if let stem = plainStem(of: title) { return stem }
    var words: [Substring] = []
    for word in title.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      words.append(word)
    }
    var stem = String(words.joined(separator: "-").prefix(longest))
    while stem.hasSuffix("-") || stem.utf8.count > longestInBytes { stem.removeLast() }
    return stem.isEmpty ? "standup" : stem
  }

  /// The same for a title of printable characters of ASCII; `nil` for others.
  private static func plainStem(of title: String) -> String? {
    guard NameRule.isPlain(title) else { return nil }
    var stem: [UInt8] = []
    for byte in title.utf8 where stem.count < longest {
      if let letter = plainLetter(byte) ?? plainLetter(byte | 0x20) {
        stem.append(letter)
      } else if !stem.isEmpty, stem.last != UInt8(ascii: "-") {
        stem.append(UInt8(ascii: "-"))
      }
    }
    if stem.last == UInt8(ascii: "-") { stem.removeLast() }
    return stem.isEmpty ? "standup" : String(decoding: stem, as: UTF8.self)
  }

  private static func plainLetter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
    default: nil
    }
  }

  /// Whether a text can serve as a handle.
  package static func isValid(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= longestInBytes + 8 else { return false }
    guard text.utf8.count <= longest + 8 || text.count <= longest + 8 else { return false }
    guard !text.hasPrefix("-"), !text.hasSuffix("-") else { return false }
    let isPlain = text.utf8.allSatisfy { plainLetter($0) != nil || $0 == UInt8(ascii: "-") }
    return isPlain
      || text == text.lowercased()
        && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}
