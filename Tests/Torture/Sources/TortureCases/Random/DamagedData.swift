import Foundation

/// Data that are nearly what a decoder expects.
enum DamagedData {
  /// Damages valid JSON in its structure, its bytes, its encoding, or not at all.
  static func make(of valid: Data, _ random: inout SeededGenerator) -> Data {
    guard let value = try? JSONSerialization.jsonObject(with: valid, options: .fragmentsAllowed)
    else { return valid }
    var tree = JSONTree(value)
    for _ in 0..<Int.random(in: 0...3, using: &random) { tree.mutate(&random) }
    var data = encoded(tree.text, &random)
    while random.oneIn(3) { damage(&data, &random) }
    return data
  }

  private static func encoded(_ text: String, _ random: inout SeededGenerator) -> Data {
    guard random.oneIn(8) else { return Data(text.utf8) }
    let encoding = random.one(of: [
      String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32LittleEndian,
    ])
    return text.data(using: encoding) ?? Data(text.utf8)
  }

  private static func damage(_ data: inout Data, _ random: inout SeededGenerator) {
    let place = Int.random(in: 0...data.count, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: data = data.prefix(place)
    case 1: data = data.suffix(place)
    case 2 where place < data.count:
      data[data.startIndex + place] = UInt8.random(in: 0...255, using: &random)
    case 3: data.insert(contentsOf: Data(random.one(of: tokens).utf8), at: data.startIndex + place)
    case 4 where place < data.count: data.remove(at: data.startIndex + place)
    case 5: data.append(contentsOf: data.prefix(place))
    default:
      let brackets = Int.random(in: 500...520, using: &random)
      data = data.prefix(place) + Data(repeating: UInt8(ascii: "["), count: brackets)
    }
    data = Data(data)
  }

  private static let tokens = [
    "[", "]", "{", "}", "\"", "\\", ",", ":", "\u{0}", "\u{FEFF}", "\\u", "//", "/*", "1e",
    "-", "é",
  ]
}
