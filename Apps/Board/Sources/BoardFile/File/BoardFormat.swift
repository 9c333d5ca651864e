package import BoardModels
package import Foundation
import ProgramFiles
import StrataExtensions
import StrataOneStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The lines of a board's file.
///
/// The first line identifies the file, and says how many changes are part of the base. Then come the base's
/// columns, each followed by its cards; then the changes, one a line, the oldest first. A change is added at the
/// end. A last line that was never finished, as a killed process leaves it, does not count.
package enum BoardFormat: Sendable {
  package static let name = "strata-board"
  package static let version = 1

  /// The contents of a file.
  package struct Content: Sendable {
    package var state: DeskModel.State
    /// How many bytes of the file are whole lines.
    package var length: Int
    /// Whether the last of them lacks its end of line.
    package var needsNewline: Bool
  }

  /// The reason why a file is no board's file, with the position.
  package struct Fault: Error, Hashable, Sendable {
    package let line: Int
    package let message: String
  }

  /// Reads a file of at least one byte.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package static func read(_ bytes: [UInt8]) throws(Fault) -> Content {
    var reader = FileReader(bytes)
    return try reader.read()
  }

  /// The lines of a file.
  ///
  /// - Parameters:
  ///   - record: What the file is to hold.
  ///   - emit: Takes the bytes, a piece after the other.
  /// - Throws: The error of `emit`.
  package static func write<Failure: Error>(
    _ record: HistoryRecord,
    to emit: (Data) throws(Failure) -> Void
  ) throws(Failure) {
    var line = JSONWriter(.lines)
    try line.base(record.base, folded: record.folded, to: emit)
    for entry in record.entries {
      line.entry(entry)
      if let piece = line.takePiece() { try emit(piece) }
    }
    try emit(line.finished())
  }

  /// The lines of a file at once.
  package static func write(_ record: HistoryRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    write(record) { bytes += $0 }
    return bytes
  }

  /// The line of a change.
  package static func write(_ entry: Entry) -> Data {
    var line = JSONWriter(.lines)
    line.entry(entry)
    return line.finished()
  }
}

/// Reads the lines of a file in order.
private struct FileReader {
  private struct Header {
    var format: String?
    var version: Int?
    var title = ""
    var folded = 0
    var nextCard = 1
    var nextColumn = 1
  }

  private let bytes: [UInt8]
  private var board = BoardModel.State(title: "")
  private var history: History?
  private var header = Header()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(BoardFormat.Fault) -> BoardFormat.Content {
    var (start, number, length) = (0, 0, 0)
    var needsNewline = false
    while start < bytes.count {
      let end = newline(from: start)
      let isWhole = end < bytes.count
      number += 1
      do throws(JSONFault) {
        try read(start..<end, number)
      } catch {
        // The first line is written together with others, or not at all.
        if !isWhole, number > 1 { break }
        let message = "byte \(error.position + 1): \(error.message)"
        // For a file that another program has written, the position alone says little.
        throw BoardFormat.Fault(
          line: number,
          message: number > 1 ? message : "this is no board that can be read (\(message))"
        )
      }
      length = min(end + 1, bytes.count)
      needsNewline = !isWhole
      start = end + 1
    }
    try checkBase(number)
    let history = history ?? makeHistory()
    let state = DeskModel.State(board: board, history: history)
    return BoardFormat.Content(state: state, length: length, needsNewline: needsNewline)
  }

  private func newline(from start: Int) -> Int {
    // SAFETY: as many bytes are looked at as there are behind the start.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress, start < bytes.count,
        let found = unsafe memchr(first + start, 0x0A, bytes.count - start)
      else { return bytes.count }
      return unsafe UnsafeRawPointer(found) - first
    }
  }

  private mutating func read(_ range: Range<Int>, _ number: Int) throws(JSONFault) {
    var line = JSONReader(bytes, range)
    guard number > 1 else { return try readHeader(&line) }
    let found = try line.line()
    do throws(BoardFault) {
      switch found {
      case .column(let id, let name, let limit):
        guard history == nil else { throw BoardFault("A column stands behind a change.") }
        _ = try board.apply(.addColumn(id: id, name: name, limit: limit, at: board.columns.count))
      case .card(let card):
        guard history == nil else { throw BoardFault("A card stands behind a change.") }
        _ = try board.apply(.addCard(card, at: .max))
      case .entry(let entry):
        if history == nil {
          try checkNumbers()
          history = makeHistory()
        }
        try history?.accept(entry, on: &board)
      }
    } catch {
      throw JSONFault(error.message)
    }
  }

  private mutating func readHeader(_ line: inout JSONReader) throws(JSONFault) {
    var header = Header()
    try line.object { line, key throws(JSONFault) in
      switch key {
      case "format": header.format = try line.text()
      case "version": header.version = try line.number()
      case "title": header.title = try line.text()
      case "changes": header.folded = try line.number()
      case "nextCard": header.nextCard = try line.number()
      case "nextColumn": header.nextColumn = try line.number()
      default:
        guard header.format == BoardFormat.name else { throw line.fault("this is no board") }
        throw line.fault("there is no key \"\(key.beginning)\" here")
      }
      if let format = header.format, format != BoardFormat.name {
        throw line.fault("this is no board")
      }
      if let version = header.version, version != BoardFormat.version {
        throw line.fault("this is version \(version), which a newer program has written")
      }
    }
    try line.finish()
    guard header.format != nil, header.version != nil else { throw line.fault("this is no board") }
    do throws(BoardFault) {
      try TextRule.boardTitle.check(header.title)
    } catch {
      throw line.fault(error.message)
    }
    guard header.folded >= 0, header.folded <= BoardLimit.number else {
      throw line.fault("\"changes\" is out of bounds")
    }
    self.header = header
    board = BoardModel.State(title: header.title)
  }

  private func checkNumbers() throws(BoardFault) {
    guard header.nextCard >= board.nextCard, header.nextCard <= BoardLimit.number + 1,
      header.nextColumn >= board.nextColumn, header.nextColumn <= BoardLimit.number + 1
    else { throw BoardFault("The first line's nextCard or nextColumn is out of bounds.") }
  }

  private func checkBase(_ number: Int) throws(BoardFormat.Fault) {
    guard history == nil else { return }
    do throws(BoardFault) {
      try checkNumbers()
    } catch {
      throw BoardFormat.Fault(line: 1, message: error.message)
    }
  }

  /// The history with the base that has been read.
  private mutating func makeHistory() -> History {
    board.nextCard = header.nextCard
    board.nextColumn = header.nextColumn
    return History(base: board, folded: header.folded)
  }
}
