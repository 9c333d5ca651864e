#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The growth of a figure over the sizes at which it was measured.
///
/// Found by the names of rows, which differ in one number alone.
package struct Series: Equatable, Sendable {
  /// The rows' name, with N for the number that varies.
  package let name: String
  package let section: String
  package let unit: Workload.Unit
  package let points: [Point]

  /// A size, and the figure there.
  package struct Point: Equatable, Sendable {
    package let size: Double
    package let figure: Double
  }

  /// The power of N with which the figure grows: 0 for a constant one, 1 for one that doubles with N.
  ///
  /// The slope of the straight line that fits the logarithms best.
  package var exponent: Double {
    let places = points.map { (x: log($0.size), y: log($0.figure)) }
    let count = Double(places.count)
    let middle = (
      x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count
    )
    let spread = places.reduce(0) { $0 + ($1.x - middle.x) * ($1.x - middle.x) }
    return places.reduce(0) { $0 + ($1.x - middle.x) * ($1.y - middle.y) } / spread
  }

  /// The series of three sizes or more among some rows, in the order of their first ones.
  package static func all(in rows: [MeasuredRow]) -> [Series] {
    var keys: [Key] = []
    var points: [Key: [Point]] = [:]
    for row in rows {
      guard let figure = row.figure, figure > 0 else { continue }
      for (name, size) in shapes(of: row.name) where size > 0 {
        let key = Key(name: name, section: row.section, unit: row.unit)
        if points[key] == nil { keys.append(key) }
        points[key, default: []].append(Point(size: size, figure: figure))
      }
    }
    return keys.compactMap { key in
      let own = (points[key] ?? []).sorted { $0.size < $1.size }
      guard Set(own.map(\.size)).count >= 3 else { return nil }
      return Series(name: key.name, section: key.section, unit: key.unit, points: own)
    }
  }

  private struct Key: Hashable {
    let name: String
    let section: String
    let unit: Workload.Unit
  }

  /// A name with N instead of one of its numbers, in any position, and the number.
  private static func shapes(of name: String) -> [(name: String, size: Double)] {
    let parts = split(name)
    let numbers = Set(parts.compactMap(number))
    return numbers.sorted().map { size in
      (parts.map { number($0) == size ? "N" : String($0) }.joined(), size)
    }
  }

  /// A name cut at the borders of its numbers, in which commas may stand.
  private static func split(_ name: String) -> [Substring] {
    var parts: [Substring] = []
    var start = name.startIndex
    for index in name.indices.dropFirst() {
      let before = name[name.index(before: index)]
      guard isPart(name, index) != isPart(name, name.index(before: index)) || before == " " else {
        continue
      }
      parts.append(name[start..<index])
      start = index
    }
    parts.append(name[start...])
    return parts
  }

  private static func isPart(_ name: String, _ index: String.Index) -> Bool {
    if name[index].isWholeNumber { return true }
    let next = name.index(after: index)
    return name[index] == "," && next < name.endIndex && name[next].isWholeNumber
  }

  private static func number(_ part: Substring) -> Double? {
    guard part.first?.isWholeNumber == true else { return nil }
    return Double(part.filter { $0 != "," })
  }
}
