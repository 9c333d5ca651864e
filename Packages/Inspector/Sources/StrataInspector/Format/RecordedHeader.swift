/// What recorded, and how: the first line of a recording.
public struct RecordedHeader: Sendable, Hashable {
  /// What the lines are; ``RecordingFormat/name``.
  public var format: String
  /// The version of the format.
  public var version: Int
  /// The program's name.
  public var program: String
  /// The program's process number.
  public var process: Int
  /// Different for each recording.
  public var id: String
  /// Counts the connections of a live recording, from 1.
  public var session: Int
  /// When the recording began, as `2026-11-23T23:05:00.123Z`.
  public var started: String
  /// How many records are kept, if that is bounded.
  public var recordLimit: Int?
  /// How many bytes of records are kept, if that is bounded.
  public var byteLimit: Int?
  /// How many bytes one value may have, if that is bounded.
  public var textLimit: Int?
  /// Whether writes carry the value before.
  public var keepsOldValues: Bool
  /// What a live program accepts: `travel`.
  public var allows: [String]

  /// Makes a record.
  public init(
    format: String,
    version: Int,
    program: String,
    process: Int,
    id: String,
    session: Int,
    started: String,
    recordLimit: Int? = nil,
    byteLimit: Int? = nil,
    textLimit: Int? = nil,
    keepsOldValues: Bool = false,
    allows: [String]
  ) {
    self.format = format
    self.version = version
    self.program = program
    self.process = process
    self.id = id
    self.session = session
    self.started = started
    self.recordLimit = recordLimit
    self.byteLimit = byteLimit
    self.textLimit = textLimit
    self.keepsOldValues = keepsOldValues
    self.allows = allows
  }
}

extension RecordedHeader {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    format = try fields.text("format")
    version = try fields.number("v")
    program = try fields.text("program")
    process = try fields.number("pid")
    id = try fields.text("id")
    session = try fields.number("session")
    started = try fields.text("started")
    recordLimit = try Self.limits(fields)?.optionalNumber("records")
    byteLimit = try Self.limits(fields)?.optionalNumber("bytes")
    textLimit = try Self.limits(fields)?.optionalNumber("text")
    keepsOldValues = try fields.flag("old")
    allows = fields.members["allows"]?.elements?.compactMap(\.text) ?? []
  }

  var json: JSONObject {
    var json = JSONObject(record: "header", time: nil)
    json.set("format", format)
    json.set("v", version)
    json.set("program", program)
    json.set("pid", process)
    json.set("id", id)
    json.set("session", session)
    json.set("started", started)

    let limits = limits
    if !limits.isEmpty { json["limits"] = .object(limits) }
    json.set("old", if: keepsOldValues)
    if !allows.isEmpty { json["allows"] = .array(allows.map { .string($0) }) }
    return json
  }
}

extension RecordedHeader {
  fileprivate static func limits(_ fields: RecordFields) throws(RecordFieldError) -> RecordFields? {
    guard let value = fields.members["limits"] else { return nil }
    guard let members = value.members else { throw .wrong("limits", "an object") }
    return RecordFields(members: members)
  }

  fileprivate var limits: JSONObject {
    var limits = JSONObject()
    limits.set("records", recordLimit)
    limits.set("bytes", byteLimit)
    limits.set("text", textLimit)
    return limits
  }
}

/// The names of the format.
public enum RecordingFormat: Sendable {
  /// What a recording's header calls the format.
  public static let name = "strata-recording"
  /// The version that this module writes, and the highest that it reads.
  public static let version = 1
  /// What the lines are called that `TimeTraveler` of one store serves.
  public static let statesName = "strata-states"
}
