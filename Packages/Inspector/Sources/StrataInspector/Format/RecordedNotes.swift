/// Misuse was reported.
public struct RecordedReport: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// The report.
  public var message: String
  /// Where, as `App/Cart.swift:12`.
  public var callSite: String
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?

  /// Makes a record.
  public init(
    time: Int,
    message: String,
    callSite: String,
    cause: Int? = nil
  ) {
    self.time = time
    self.message = message
    self.callSite = callSite
    self.cause = cause
  }
}

extension RecordedReport {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    message = try fields.text("message")
    callSite = try fields.text("at")
    cause = try fields.optionalNumber("cause")
  }

  var json: JSONObject {
    var json = JSONObject(record: "report", time: time)
    json.set("message", message)
    json.set("at", callSite)
    json.set("cause", cause)
    return json
  }
}

/// The program set a mark.
public struct RecordedMark: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// What the program says.
  public var text: String
  /// Where, as `App/Cart.swift:12`.
  public var callSite: String
  /// The number of the cause that led to it, if that is known.
  public var cause: Int?

  /// Makes a record.
  public init(
    time: Int,
    text: String,
    callSite: String,
    cause: Int? = nil
  ) {
    self.time = time
    self.text = text
    self.callSite = callSite
    self.cause = cause
  }
}

extension RecordedMark {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    text = try fields.text("text")
    callSite = try fields.text("at")
    cause = try fields.optionalNumber("cause")
  }

  var json: JSONObject {
    var json = JSONObject(record: "mark", time: time)
    json.set("text", text)
    json.set("at", callSite)
    json.set("cause", cause)
    return json
  }
}

/// Records are missing here; the oldest went.
public struct RecordedGap: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// How many records are missing.
  public var count: Int
  /// How many bytes they had.
  public var bytes: Int
  /// What had no room for them: `memory`, `file`, `live`.
  public var place: String

  /// Makes a record.
  public init(
    time: Int,
    count: Int,
    bytes: Int,
    place: String
  ) {
    self.time = time
    self.count = count
    self.bytes = bytes
    self.place = place
  }
}

extension RecordedGap {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    count = try fields.number("count")
    bytes = try fields.number("bytes")
    place = try fields.text("by")
  }

  var json: JSONObject {
    var json = JSONObject(record: "dropped", time: time)
    json.set("count", count)
    json.set("bytes", bytes)
    json.set("by", place)
    return json
  }
}

/// A request to the program was rejected.
public struct RecordedRejection: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// Why.
  public var message: String

  /// Makes a record.
  public init(
    time: Int,
    message: String
  ) {
    self.time = time
    self.message = message
  }
}

extension RecordedRejection {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    message = try fields.text("message")
  }

  var json: JSONObject {
    var json = JSONObject(record: "rejected", time: time)
    json.set("message", message)
    return json
  }
}

/// The recording was stopped.
public struct RecordedEnd: Sendable, Hashable {
  /// When, in nanoseconds since the recording began.
  public var time: Int
  /// How many records were made.
  public var records: Int
  /// How many of them were dropped.
  public var dropped: Int
  /// How many values were left out because their properties are private.
  public var privates: Int

  /// Makes a record.
  public init(
    time: Int,
    records: Int,
    dropped: Int,
    privates: Int
  ) {
    self.time = time
    self.records = records
    self.dropped = dropped
    self.privates = privates
  }
}

extension RecordedEnd {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    time = try fields.number("t")
    records = try fields.number("records")
    dropped = try fields.number("dropped")
    privates = try fields.number("private")
  }

  var json: JSONObject {
    var json = JSONObject(record: "end", time: time)
    json.set("records", records)
    json.set("dropped", dropped)
    json.set("private", privates)
    return json
  }
}
