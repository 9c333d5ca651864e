/// How near two words are to one another, to guess what a mistyped one was meant to be.
package enum Nearness: Sendable {
  /// The number of letters to insert, remove, replace or swap with an adjacent one to get from one word to the
  /// other.
  ///
  /// - Complexity: O(m · n) for words of m and n characters.
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for row in 0..<a.count {
      var current = [row + 1]
      current.reserveCapacity(b.count + 1)
      for column in 0..<b.count {
        var best = min(last[column + 1], current[column]) + 1
        best = min(best, last[column] + (a[row] == b[column] ? 0 : 1))
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }

  /// The candidates that a word was probably meant to be, the nearest first, at most three.
  package static func nearest(to word: String, among candidates: [String]) -> [String] {
    let word = String(word.lowercased().prefix(100))
    guard !word.isEmpty else { return [] }
    var found: [(candidate: String, distance: Int)] = []
    for candidate in candidates {
      let other = candidate.lowercased()
      let distance = distance(word, other)
      if distance <= max(1, min(word.count, other.count) / 3) {
        found.append((candidate, distance))
      } else if other.hasPrefix(word) || (word.count >= 3 && other.contains(word)) {
        found.append((candidate, other.count))
      }
    }
    found.sort { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
    return found.prefix(3).map(\.candidate)
  }
}
