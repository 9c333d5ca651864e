/// A step of why something happened.
public struct RecordedCause: Sendable, Hashable {
  /// The number by which other records refer to it.
  public var id: Int
  /// What kind of step it was: `call`, `action`, `event`, `task`, `observer`, `activation`, `transaction`, or
  /// another word.
  public var kind: String
  /// The task's, event's or call's name, if it has one.
  public var name: String?
  /// Where the step was asked for.
  public var callSite: String
  /// The number of the step that led to it; `nil` for the outermost.
  public var parent: Int?
  /// How many steps between the parent and this one were left out.
  public var omittedCount: Int

  /// Makes a record.
  public init(
    id: Int,
    kind: String,
    name: String? = nil,
    callSite: String,
    parent: Int? = nil,
    omittedCount: Int
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.callSite = callSite
    self.parent = parent
    self.omittedCount = omittedCount
  }
}

extension RecordedCause {
  init(_ fields: RecordFields) throws(RecordFieldError) {
    id = try fields.number("id")
    kind = try fields.text("kind")
    name = try fields.optionalText("name")
    callSite = try fields.text("at")
    parent = try fields.optionalNumber("parent")
    // So no chain has a circle.
    if let parent, parent >= id { throw .wrong("parent", "smaller than the id") }
    omittedCount = try fields.optionalNumber("omitted") ?? 0
  }

  var json: JSONObject {
    var json = JSONObject(record: "cause", time: nil)
    json.set("id", id)
    json.set("kind", kind)
    json.set("name", name)
    json.set("at", callSite)
    json.set("parent", parent)
    if omittedCount > 0 { json.set("omitted", omittedCount) }
    return json
  }
}
