/// Reads a recording piece by piece: any bytes give records and a list of what could not be read.
///
/// ```swift
/// var reader = RecordingReader()
/// for try await piece in pieces {
///   for entry in reader.read(piece) { show(entry) }
/// }
/// for entry in reader.finish() { show(entry) }
/// ```
///
/// It keeps nothing but the line that is not complete yet. Lines that are too long, that are no JSON or that are
/// no record become problems; reading goes on with the next line. A recording of a higher version becomes one
/// problem, and nothing of it is read. For a whole recording at once there is ``RecordingContents``.
public struct RecordingReader: Sendable {
  /// How much of a recording is read.
  public struct Limits: Sendable, Hashable {
    /// The number of bytes of a line; a longer one becomes a problem.
    public var lineBytes: Int
    /// The number of values of JSON in all lines together; lines beyond it become problems.
    public var values: Int
    /// How deeply the values of a line may be nested.
    public var depth: Int

    /// Makes limits.
    public init(lineBytes: Int = 16 << 20, values: Int = 50_000_000, depth: Int = 512) {
      self.lineBytes = lineBytes
      self.values = values
      self.depth = min(depth, 512)
    }
  }

  /// The kind of one line.
  public struct Entry: Sendable, Hashable {
    /// The content of a line.
    public enum Content: Sendable, Hashable {
      /// A record.
      case record(RecordingRecord)
      /// A record of a type that this version does not know.
      case unknown(type: String)
      /// The line cannot be read, for this reason.
      case problem(String)
      /// The last line is not complete: the program was ended while it wrote.
      case truncated
    }

    /// The number of the line, from 1.
    public let line: Int
    /// The text.
    public let content: Content
  }

  /// The number of values of JSON in one line; one with more becomes a problem.
  private static let mostValuesOfALine = 1_000_000

  private enum Kind {
    case unknown
    case recording
    case states(StatesReader)
    case rejected
  }

  private let limits: Limits
  private var kind = Kind.unknown
  private var lines = LineAssembler()
  private var valuesLeft: Int

  /// Makes a reader at the beginning of a recording.
  ///
  /// - Parameter limits: How much is read.
  public init(limits: Limits = Limits()) {
    self.limits = limits
    valuesLeft = limits.values
  }

  /// Reads the next piece, which may end anywhere.
  ///
  /// - Parameter bytes: The piece.
  /// - Returns: The lines that are complete now. Empty lines are left out.
  /// - Complexity: O(number of bytes).
  public mutating func read(_ bytes: some Sequence<UInt8>) -> [Entry] {
    var entries: [Entry] = []
    // Taken out, and not copied, while its closure uses this reader.
    var lines = LineAssembler()
    swap(&lines, &self.lines)
    lines.add(ArraySlice(bytes), limit: limits.lineBytes) { line in
      add(line, isLast: false, to: &entries)
    }
    self.lines = lines
    return entries
  }

  /// Ends the recording.
  ///
  /// - Returns: The last line, if it has no end.
  public mutating func finish() -> [Entry] {
    var entries: [Entry] = []
    if let line = lines.finish(limit: limits.lineBytes) { add(line, isLast: true, to: &entries) }
    return entries
  }

  // MARK: Lines

  private mutating func add(_ line: AssembledLine, isLast: Bool, to entries: inout [Entry]) {
    if case .rejected = kind { return }
    let number = line.number
    guard let bytes = line.bytes else {
      let message = "The line has more than \(limits.lineBytes) bytes, and is left out."
      return entries.append(Entry(line: number, content: .problem(message)))
    }
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    let members: JSONObject
    switch object(bytes) {
    case .success(let object): members = object
    case .failure(let error):
      return entries.append(
        Entry(line: number, content: isLast ? .truncated : .problem(error.message))
      )
    }
    for content in contents(of: members) { entries.append(Entry(line: number, content: content)) }
  }

  private mutating func object(_ bytes: ArraySlice<UInt8>) -> Result<JSONObject, LineError> {
    // Each value has at least one byte, so this line cannot hold more. It takes up to a hundred bytes of memory.
    let room = min(valuesLeft, bytes.count, Self.mostValuesOfALine)
    do {
      let limits = JSONParser.Limits(depth: limits.depth, values: room)
      var count = 0
      let value = try JSONParser.value(of: bytes, limits: limits, addingTo: &count)
      valuesLeft -= count
      guard let members = value.members else {
        return .failure(LineError(message: "The line is no object."))
      }
      return .success(members)
    } catch {
      return .failure(LineError(message: error.description))
    }
  }

  private struct LineError: Error {
    let message: String
  }

  // MARK: Records

  private mutating func contents(of members: JSONObject) -> [Entry.Content] {
    guard let type = members["type"]?.text else {
      return [.problem("The line has no \"type\".")]
    }
    if case .unknown = kind, let content = begin(type, members) {
      if case .rejected = kind { return [content] }
      return [content] + contents(of: members)
    }
    if case .states(var states) = kind {
      defer { kind = .states(states) }
      return states.contents(of: type, members)
    }
    do throws(RecordFieldError) {
      guard let record = try RecordingRecord.read(type, RecordFields(members: members)) else {
        return [.unknown(type: type)]
      }
      return [.record(record)]
    } catch {
      return [.problem(error.message(type))]
    }
  }

  /// Finds out by the first record what the lines are.
  ///
  /// - Returns: The fault of the line, if it has one.
  private mutating func begin(_ type: String, _ members: JSONObject) -> Entry.Content? {
    if members["format"]?.text == RecordingFormat.statesName {
      kind = .states(StatesReader())
      return nil
    }
    kind = .recording
    guard type == "header" else {
      return .problem("The recording does not begin with a header.")
    }
    if let format = members["format"]?.text, format != RecordingFormat.name {
      kind = .rejected
      return .problem("The format is \"\(format.prefix(40))\", not \"\(RecordingFormat.name)\".")
    }
    if let version = members["v"]?.wholeNumber, version > RecordingFormat.version {
      kind = .rejected
      return .problem(
        "The recording has version \(version) of the format; this program reads version \(RecordingFormat.version)."
      )
    }
    return nil
  }
}
