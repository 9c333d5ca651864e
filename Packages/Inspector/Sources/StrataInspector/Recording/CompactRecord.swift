/// A write of a plain value, as it waits to be read.
struct CompactWrite: Sendable {
  var time: Int
  var commit: Int
  var node: UInt64
  var tree: Int
  /// The number of the property among the recording's names.
  var name: Int
  /// The number of the cause, or zero.
  var cause: Int
  var value: PlainValue
  /// The value before, if it is recorded.
  var old: PlainValue?
  var patch: Patch

  /// How the tree's state changes.
  enum Patch: Sendable {
    /// The value is private.
    case hidden
    /// The value is the one that was recorded last.
    case none
    /// The value before is the one that was recorded last.
    case replace
    /// Another value was recorded last.
    case add
  }
}

/// The end of the delivery of one write, as it waits to be read.
struct CompactRound: Sendable {
  var time: Int
  var commit: Int
  var tree: Int
  var round: Int
  /// The number of the cause, or zero.
  var cause: Int
}

/// Appends the parts of a line, or only counts them.
///
/// One description of a line thus gives its text and its length.
protocol LinePen {
  mutating func add(_ text: StaticString)
  mutating func add(_ number: Int)
  mutating func add(_ bytes: [UInt8])
  mutating func add(_ value: PlainValue)
}

/// Writes the parts of lines.
struct LineText: LinePen {
  var bytes: [UInt8] = []

  mutating func add(_ text: StaticString) {
    // SAFETY: the text of a literal is valid forever.
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
  }
  mutating func add(_ number: Int) { DecimalDigits.append(UInt64(number), to: &bytes) }
  mutating func add(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }
  mutating func add(_ value: PlainValue) { value.write(to: &bytes) }
}

/// Counts the bytes of lines.
struct LineLength: LinePen {
  var count = 0

  mutating func add(_ text: StaticString) { count += text.utf8CodeUnitCount }
  mutating func add(_ number: Int) { count += DecimalDigits.count(number) }
  mutating func add(_ bytes: [UInt8]) { count += bytes.count }
  mutating func add(_ value: PlainValue) { count += value.length }
}

extension CompactWrite {
  /// The end of its delivery; nobody was notified, so no time has passed.
  @inline(__always)
  func end(_ round: Int) -> CompactRound {
    CompactRound(time: time, commit: commit, tree: tree, round: round, cause: cause)
  }

  /// The line that ``RecordedWrite`` makes of the same write.
  @inline(__always)
  func draw(_ names: borrowing RecordedNames, with pen: inout some LinePen) {
    pen.add("{\"type\":\"write\",\"t\":")
    pen.add(time)
    pen.add(",\"tree\":")
    pen.add(tree)
    pen.add(",\"commit\":")
    pen.add(commit)
    pen.add(",\"node\":\"")
    pen.add(Int(node))
    pen.add("\",\"name\":")
    pen.add(names.properties[name].quoted)
    pen.add(",\"patch\":[")
    switch patch {
    case .hidden, .none: break
    case .replace: drawOperation("replace", names, with: &pen)
    case .add: drawOperation("add", names, with: &pen)
    }
    pen.add("]")
    if let old {
      pen.add(",\"old\":")
      pen.add(old)
    }
    if patch == .hidden { pen.add(",\"private\":true") }
    pen.drawEnd(cause)
  }

  @inline(__always)
  private func drawOperation(
    _ operation: StaticString,
    _ names: borrowing RecordedNames,
    with pen: inout some LinePen
  ) {
    pen.add("{\"op\":\"")
    pen.add(operation)
    pen.add("\",\"path\":\"/")
    pen.add(Int(node))
    pen.add("/")
    pen.add(names.properties[name].pointer)
    pen.add("\",\"value\":")
    pen.add(value)
    pen.add("}")
  }
}

extension CompactRound {
  /// The line that ``RecordedRound`` makes of the same round.
  @inline(__always)
  func draw(with pen: inout some LinePen) {
    pen.add("{\"type\":\"round\",\"t\":")
    pen.add(time)
    pen.add(",\"tree\":")
    pen.add(tree)
    pen.add(",\"commit\":")
    pen.add(commit)
    pen.add(",\"round\":")
    pen.add(round)
    pen.add(",\"writes\":1,\"notified\":0,\"removed\":0,\"waiting\":0,\"ns\":0")
    pen.drawEnd(cause)
  }
}

extension LinePen {
  @inline(__always)
  fileprivate mutating func drawEnd(_ cause: Int) {
    if cause > 0 {
      add(",\"cause\":")
      add(cause)
    }
    add("}\n")
  }
}

/// A record as it waits to be read: plain bytes, so that to keep one is to copy them.
enum KeptRecord: Sendable {
  /// A line that is text, by its number.
  case line(Int)
  case write(CompactWrite)
  case round(CompactRound)
  /// A write and the end of its delivery, which are two lines.
  case commit(CompactWrite, round: Int)

  /// How many lines it is.
  @inline(__always)
  var lineCount: Int { if case .commit = self { 2 } else { 1 } }

  /// How many bytes its lines have; zero for one that is text.
  @inline(__always)
  func length(_ names: borrowing RecordedNames) -> Int {
    var length = LineLength()
    switch self {
    case .line: return 0
    case .write(let write): write.draw(names, with: &length)
    case .round(let round): round.draw(with: &length)
    case .commit(let write, let round):
      write.draw(names, with: &length)
      write.end(round).draw(with: &length)
    }
    return length.count
  }

  /// Appends its lines, unless it is text.
  func write(_ names: RecordedNames, to text: inout LineText) {
    switch self {
    case .line: break
    case .write(let write): write.draw(names, with: &text)
    case .round(let round): round.draw(with: &text)
    case .commit(let write, let round):
      write.draw(names, with: &text)
      write.end(round).draw(with: &text)
    }
  }
}

/// Records with what is needed to make lines of them, outside the recording's lock.
struct KeptRecords: Sendable {
  struct Part: Sendable {
    /// The records, in lists that follow one another.
    let records: [[KeptRecord]]
    let lines: [[UInt8]]
    /// The number of the first line.
    let firstLine: Int
  }

  /// A line before all others, if there is one.
  let gap: [UInt8]?
  let parts: [Part]
  let names: RecordedNames

  /// The lines.
  ///
  /// - Complexity: O(size of the lines).
  var bytes: [UInt8] {
    var text = LineText()
    if let gap { text.add(gap) }
    for part in parts {
      for record in part.records.joined() {
        if case .line(let number) = record {
          text.add(part.lines[number - part.firstLine])
        } else {
          record.write(names, to: &text)
        }
      }
    }
    return text.bytes
  }
}
