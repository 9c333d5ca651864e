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

  /// How many pairs of letters are compared at most; a file may have any number of candidates.
  package static let mostPairs = 2_000_000

  /// The candidates that a word was probably meant to be, the nearest first, at most three.
  package static func nearest(to word: String, among candidates: [String]) -> [String] {
    var pairs = 0
    return nearest(to: word, among: candidates, counting: &pairs)
  }

  /// The candidates that a word was probably meant to be, the nearest first, at most three.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - candidates: The candidates. Behind the first of them, which take up ``mostPairs``, only those that
  ///     contain the word are found.
  ///   - pairs: The compared pairs of letters; the number grows.
  /// - Returns: The candidates.
  package static func nearest(
    to word: String,
    among candidates: [String],
    counting pairs: inout Int
  ) -> [String] {
    let word = String(word.lowercased().prefix(100))
    guard !word.isEmpty else { return [] }
    var found: [(candidate: String, distance: Int)] = []
    for candidate in candidates {
      let other = candidate.lowercased()
      let (length, otherLength) = (word.count, other.count)
      let most = max(1, min(length, otherLength) / 3)
      var distance = Int.max
      // A word needs as many letters more as the other is longer.
      if abs(length - otherLength) <= most, pairs < mostPairs {
        pairs += length * otherLength
        distance = Self.distance(word, other)
      }
      if distance <= most {
        found.append((candidate, distance))
      } else if other.hasPrefix(word) || (word.count >= 3 && other.contains(word)) {
        found.append((candidate, other.count))
      }
    }
    found.sort { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
    return found.prefix(3).map(\.candidate)
  }
}
