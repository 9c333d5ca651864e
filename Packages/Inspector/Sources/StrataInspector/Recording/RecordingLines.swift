/// The lines of a recording, bounded.
///
/// They lie in two parts. Each begins with the state of every tree, so the older part can be dropped as a whole.
struct RecordingLines {
  private struct Part {
    var lines: [[UInt8]] = []
    var bytes = 0
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
  private(set) var droppedBytes = 0

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
    dropped += older.lines.count
    droppedBytes += older.bytes
    older = newer
    newer = Part()
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
