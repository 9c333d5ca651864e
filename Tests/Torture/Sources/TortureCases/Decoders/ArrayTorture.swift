import Foundation
import StrataExtensions

/// Decodes damaged identified arrays.
enum ArrayTorture {
  struct Row: Codable, Identifiable, Equatable {
    var id: Int?
    var rows: IdentifiedArrayOf<Row>?
    var name: String
  }

  /// The decoded value equals a decoded array of rows, and no id occurs twice.
  static func decode(_ random: inout SeededGenerator) throws {
    let rows = rows(depth: 3, &random)
    let data = DamagedData.make(of: try JSONEncoder().encode(rows), &random)
    guard let checked = try? JSONNesting.checked(data) else { return }
    let decoded = try? JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: checked)
    let plain = try? JSONDecoder().decode([Row].self, from: checked)
    let isUnique = plain.map { Set($0.map(\.id)).count == $0.count } ?? false
    try hold((decoded != nil) == isUnique, "decoded \(String(describing: decoded))")
    guard let decoded else { return }
    try hold(decoded.elements == plain, "the elements differ from those of an array")
    for (index, row) in decoded.enumerated() {
      try hold(decoded.index(id: row.id) == index, "\(row.id as Any) is not found at \(index)")
    }
  }

  private static func rows(depth: Int, _ random: inout SeededGenerator) -> IdentifiedArrayOf<Row> {
    var array: IdentifiedArrayOf<Row> = []
    for id in 0..<Int.random(in: 0...4, using: &random) {
      let inner = depth > 0 && random.oneIn(2) ? rows(depth: depth - 1, &random) : nil
      array.append(Row(id: random.oneIn(9) ? nil : id, rows: inner, name: "\(id)"))
    }
    return array
  }
}
