/// A whole recording, read at once.
///
/// ```swift
/// let contents = RecordingContents(try Data(contentsOf: file))
/// print(contents.records.count, contents.problems)
/// let state = RecordingState(contents.records, through: 12)
/// ```
public struct RecordingContents: Sendable {
  /// How much is kept.
  public struct Limits: Sendable, Hashable {
    /// What is read.
    public var reading: RecordingReader.Limits
    /// The number of records; what follows is left out, and that is a problem.
    public var records: Int
    /// The number of problems whose texts are kept; all are counted.
    public var problems: Int

    /// Makes limits.
    public init(
      reading: RecordingReader.Limits = RecordingReader.Limits(),
      records: Int = 5_000_000,
      problems: Int = 1_000
    ) {
      self.reading = reading
      self.records = records
      self.problems = problems
    }
  }

  /// What could not be read.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    /// What is wrong with it.
    public let message: String

    /// The line and the message: `line 3: The line is no object.`.
    public var description: String { "line \(line): \(message)" }
  }

  /// The records, in the order of the lines.
  public private(set) var records: [RecordingRecord] = []
  /// What could not be read, in the order of the lines; the first ones, if there are many.
  public private(set) var problems: [Problem] = []
  /// The number of lines that could not be read.
  public private(set) var problemCount = 0
  /// The number of records whose types are not known.
  public private(set) var unknownCount = 0
  /// Whether the last line is not complete, which is normal after a program was killed.
  public private(set) var isTruncated = false

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - limits: How much is read and kept.
  /// - Complexity: O(number of bytes).
  public init(_ bytes: some Sequence<UInt8>, limits: Limits = Limits()) {
    var reader = RecordingReader(limits: limits.reading)
    // In pieces, so that what is left out beyond the limits is not kept as entries.
    var piece: [UInt8] = []
    for byte in bytes {
      piece.append(byte)
      guard piece.count == Self.pieceSize else { continue }
      add(reader.read(piece), limits)
      piece.removeAll(keepingCapacity: true)
    }
    add(reader.read(piece), limits)
    add(reader.finish(), limits)
  }

  private static let pieceSize = 64 << 10

  private mutating func add(_ entries: [RecordingReader.Entry], _ limits: Limits) {
    for entry in entries {
      switch entry.content {
      case .record(let record):
        guard records.count < limits.records else {
          note("The recording has more than \(limits.records) records.", entry.line, limits)
          continue
        }
        records.append(record)
      case .unknown: unknownCount += 1
      case .problem(let message): note(message, entry.line, limits)
      case .truncated: isTruncated = true
      }
    }
  }

  private mutating func note(_ message: String, _ line: Int, _ limits: Limits) {
    problemCount += 1
    if problems.count < limits.problems { problems.append(Problem(line: line, message: message)) }
  }
}
