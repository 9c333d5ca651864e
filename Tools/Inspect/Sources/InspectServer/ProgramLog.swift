import StrataInspector

/// What one program has sent, bounded: the newest lines, and the state before the first of them.
struct ProgramLog {
  /// How much is kept of a program.
  struct Limits {
    var lines = 200_000
    var bytes = 32 << 20
    /// Of causes, which later lines may name, besides the lines.
    var causeBytes = 8 << 20
  }

  /// What a page receives next.
  struct Batch {
    /// Lines, each with its end.
    let lines: [[UInt8]]
    /// The number of the next line.
    let next: Int
    /// Whether the page has to forget what it has, because lines between were dropped.
    let isRestart: Bool
  }

  private(set) var header: RecordedHeader
  private(set) var problemCount = 0
  private let limits: Limits
  private var lines: [[UInt8]] = []
  /// How many bytes of memory the lines take that are kept.
  private(set) var bytes = 0
  /// How many bytes an array takes besides its elements.
  private static let overhead = 64
  /// The number of the first line that is kept.
  private var first = 0
  private var base = RecordingState()
  private var dropped = (count: 0, bytes: 0, time: 0)
  private var causes: [[UInt8]] = []
  private var causeBytes = 0

  init(_ header: RecordedHeader, limits: Limits = Limits()) {
    self.header = header
    self.limits = limits
  }

  /// The number of the line after the last.
  var end: Int { first + lines.count }

  /// Goes on with a later connection of the same program.
  mutating func resume(_ header: RecordedHeader) {
    self.header = header
    append(.header(header))
  }

  mutating func append(_ record: RecordingRecord) {
    let line = record.line
    lines.append(line)
    bytes += line.count + Self.overhead
    if lines.count > limits.lines || bytes > limits.bytes { dropOldest() }
  }

  mutating func noteProblem() { problemCount += 1 }

  /// Drops the older half; what it did to the states is kept.
  mutating func dropOldest() {
    var count = 0
    var size = 0
    let half = min(limits.bytes, bytes) / 2
    while count < lines.count, count < limits.lines / 2,
      size + count * Self.overhead < half || count == 0
    {
      size += lines[count].count
      count += 1
    }
    // Line by line: the records of all of them would take several times their bytes.
    var reader = RecordingReader(limits: RecordingReader.Limits(values: .max))
    _ = reader.read(RecordingRecord.header(header).line)
    for line in lines.prefix(count) {
      for case .record(let record) in reader.read(line).map(\.content) {
        _ = base.apply(record)
        if case .cause = record { keepCause(record.line) }
        if let time = record.time { dropped.time = time }
      }
    }
    dropped.count += count
    dropped.bytes += size
    lines.removeFirst(count)
    bytes -= size + count * Self.overhead
    first += count
  }

  private mutating func keepCause(_ line: [UInt8]) {
    causes.append(line)
    causeBytes += line.count + Self.overhead
    guard causeBytes > limits.causeBytes else { return }
    // The older half, so that the others move rarely.
    let older = causes.prefix(causes.count / 2 + 1)
    causeBytes -= older.reduce(0) { $0 + $1.count + Self.overhead }
    causes.removeFirst(older.count)
  }

  /// The lines from a number on, about so many bytes of them.
  ///
  /// - Parameters:
  ///   - number: `nil` for all, from the beginning.
  ///   - limit: The number of bytes after which no further line is added.
  /// - Returns: The lines; those of a restart have no limit.
  func batch(from number: Int?, bytes limit: Int) -> Batch {
    guard let number, number >= first, number <= end else {
      return Batch(lines: beginning, next: first, isRestart: true)
    }
    var batch: [[UInt8]] = []
    var size = 0
    for line in lines[(number - first)...] {
      guard size < limit else { break }
      batch.append(line)
      size += line.count
    }
    return Batch(lines: batch, next: number + batch.count, isRestart: false)
  }

  /// What a page has to know before the first line that is kept.
  private var beginning: [[UInt8]] {
    var records: [RecordingRecord] = [.header(header)]
    if dropped.count > 0 {
      let gap = RecordedGap(
        time: dropped.time,
        count: dropped.count,
        bytes: dropped.bytes,
        place: "page"
      )
      records.append(.dropped(gap))
    }
    var states: [RecordingRecord] = []
    for (number, tree) in base.trees.sorted(by: { $0.key < $1.key }) where !tree.hasEnded {
      records.append(
        .tree(RecordedTree(time: dropped.time, tree: number, root: tree.root, name: tree.name))
      )
      states.append(
        .state(
          RecordedState(
            time: dropped.time,
            tree: number,
            commit: tree.commit,
            value: base.json(of: number)
          )
        )
      )
    }
    return records.map(\.line) + causes + states.map(\.line)
  }
}

extension ProgramLog {
  /// The requests that give each living tree the state that it had at a commit.
  ///
  /// - Returns: A line for each tree that differs; `nil` if the commit is not kept any more.
  func travelLines(to commit: Int) -> [[UInt8]]? {
    guard base.trees.values.allSatisfy({ $0.hasEnded || $0.commit <= commit }) else { return nil }
    let contents = RecordingContents(
      ([RecordingRecord.header(header).line] + lines).joined(),
      limits: RecordingContents.Limits(reading: RecordingReader.Limits(values: .max))
    )
    var (then, now) = (base, base)
    for record in contents.records.dropFirst() {
      _ = now.apply(record)
      if isUpTo(commit, record) { _ = then.apply(record) }
    }
    return now.trees.sorted { $0.key < $1.key }.compactMap { number, tree in
      guard !tree.hasEnded, let old = then.trees[number], !old.hasEnded, old.nodes != tree.nodes,
        !old.nodes.isEmpty
      else { return nil }
      let request: JSONValue = [
        "type": "travel", "tree": .integer(Int64(number)), "commit": .integer(Int64(commit)),
        "value": then.json(of: number),
      ]
      return Array("\(request)\n".utf8)
    }
  }

  private func isUpTo(_ commit: Int, _ record: RecordingRecord) -> Bool {
    switch record {
    case .write(let write): write.commit <= commit
    case .node(let node): (node.commit ?? 0) <= commit
    case .state(let state): state.commit <= commit
    default: true
    }
  }
}
