/// The records of a recording, bounded.
///
/// They lie in two parts. Each begins with the state of every tree, so the older part can be dropped as a whole.
struct RecordingLines {
  private struct Part {
    var records = KeptRecordList()
    /// The lines of the records that are text, and how many have been taken before the first.
    var lines: [[UInt8]] = []
    var takenLines = 0
    var bytes = 0
    /// How many lines the records are.
    var count = 0

    mutating func add(_ line: [UInt8]) {
      count += 1
      records.append(.line(takenLines + lines.count))
      lines.append(line)
      bytes += line.count
    }

    @inline(__always)
    mutating func add(_ record: KeptRecord, length: Int) {
      count += record.lineCount
      records.append(record)
      bytes += length
    }

    /// All of it.
    var all: KeptRecords.Part {
      KeptRecords.Part(records: records.pages, lines: lines, firstLine: takenLines)
    }

    mutating func take(_ limit: Int, _ names: RecordedNames) -> KeptRecords.Part {
      var taken = 0
      var (lineCount, count) = (0, 0)
      // Out of this part, whose lines the closure reads.
      var records = KeptRecordList()
      swap(&records, &self.records)
      let pages = records.take { record in
        guard taken < limit else { return false }
        count += record.lineCount
        if case .line = record {
          taken += lines[lineCount].count
          lineCount += 1
        } else {
          taken += record.length(names)
        }
        return true
      }
      self.records = records
      let first = KeptRecords.Part(
        records: pages,
        lines: Array(lines.prefix(lineCount)),
        firstLine: takenLines
      )
      lines.removeFirst(lineCount)
      takenLines += lineCount
      bytes -= taken
      self.count -= count
      return first
    }
  }

  private let partRecords: Int
  private let partBytes: Int
  private var older = Part()
  private var newer = Part()
  /// The properties of compact records.
  var names: RecordedNames
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
    names = RecordedNames(limits)
  }

  /// Whether a new part has to begin before anything else is added.
  var isPartFull: Bool { newer.count >= partRecords || newer.bytes >= partBytes }

  /// Begins a new part; the older of the two goes.
  mutating func beginPart(at time: Int) {
    firstTime = newerTime
    newerTime = time
    drop(older)
    older = newer
    newer = Part()
  }

  private mutating func drop(_ part: Part) {
    dropped += part.count
    unsaid.count += part.count
    unsaid.bytes += part.bytes
  }

  /// Drops all that is kept.
  mutating func dropAll(at time: Int) {
    drop(older)
    drop(newer)
    (older, newer) = (Part(), Part())
    (firstTime, newerTime) = (time, time)
  }

  /// Counts a line that is not kept.
  mutating func dropOne() {
    count += 1
    dropped += 1
    unsaid.count += 1
  }

  /// Whether nothing is kept.
  var isEmpty: Bool { older.records.isEmpty && newer.records.isEmpty }

  /// Takes the oldest records, about so many bytes of lines.
  ///
  /// - Complexity: O(number of taken records), and a move of what remains.
  mutating func take(_ bytes: Int) -> KeptRecords.Part {
    unsaid = (0, 0)
    // The newer part loses records only when the older has none, so what is left behind a drop begins with states.
    return older.records.isEmpty ? newer.take(bytes, names) : older.take(bytes, names)
  }

  /// Adds a record that is no line.
  @inline(__always)
  mutating func add(_ record: KeptRecord) {
    count += record.lineCount
    newer.add(record, length: record.length(names))
  }

  mutating func add(_ line: [UInt8]) {
    count += 1
    newer.add(line)
  }

  /// Counts lines that are kept elsewhere.
  mutating func countOnly(_ lineCount: Int) { count += lineCount }

  /// All records that are kept, the oldest first.
  var parts: [KeptRecords.Part] { [older.all, newer.all] }
}
