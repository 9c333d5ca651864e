/// The lines of a recording, bounded.
///
/// They lie in two parts. Each begins with the state of every tree, so the older part can be dropped as a whole.
struct RecordingLines {
  private struct Part {
    var lines: [[UInt8]] = []
    var bytes = 0

    mutating func take(_ limit: Int) -> [UInt8] {
      var taken: [UInt8] = []
      var count = 0
      while count < lines.count, taken.count < limit {
        taken += lines[count]
        count += 1
      }
      lines.removeFirst(count)
      bytes -= taken.count
      return taken
    }
  }

  private let partRecords: Int
  private let partBytes: Int
  private var older = Part()
  private var newer = Part()
  /// When the first of the kept records was made, after others were dropped.
  private(set) var firstTime = 0
  private var newerTime = 0
  private(set) var count = 0
  private(set) var dropped = 0
  /// What was dropped and has not been said to who takes the lines.
  private(set) var unsaid = (count: 0, bytes: 0)

  init(_ limits: RecordingLimits) {
    partRecords = limits.records / 2
    partBytes = limits.bytes / 2
  }

  /// Whether a new part has to begin before anything else is added.
  var isPartFull: Bool { newer.lines.count >= partRecords || newer.bytes >= partBytes }

  /// Begins a new part; the older of the two goes.
  mutating func beginPart(at time: Int) {
    firstTime = newerTime
    newerTime = time
    drop(older)
    older = newer
    newer = Part()
  }

  private mutating func drop(_ part: Part) {
    dropped += part.lines.count
    unsaid.count += part.lines.count
    unsaid.bytes += part.bytes
  }

  /// Drops all that is kept.
  mutating func dropAll(at time: Int) {
    drop(older)
    drop(newer)
    (older, newer) = (Part(), Part())
    (firstTime, newerTime) = (time, time)
  }

  /// Whether nothing is kept.
  var isEmpty: Bool { older.lines.isEmpty && newer.lines.isEmpty }

  /// Takes the oldest lines, about so many bytes of them.
  ///
  /// - Complexity: O(number of kept lines).
  mutating func take(_ bytes: Int) -> [UInt8] {
    unsaid = (0, 0)
    // The newer part loses lines only when the older has none, so what is left behind a drop begins with states.
    return older.lines.isEmpty ? newer.take(bytes) : older.take(bytes)
  }

  mutating func add(_ line: [UInt8]) {
    count += 1
    newer.lines.append(line)
    newer.bytes += line.count
  }

  /// Counts a line that is kept elsewhere.
  mutating func countOnly() { count += 1 }

  /// All lines that are kept, the oldest first.
  var lines: [[UInt8]] { older.lines + newer.lines }
}
