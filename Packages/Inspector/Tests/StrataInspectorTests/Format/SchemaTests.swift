import Foundation
import Strata
import StrataCore
import Testing

@testable import StrataInspector

@Model private struct Lamp {
  var isOn = false
  var secret = "s"
  var parts: [Lamp] = []
  var count: Int { node.memoize { parts.count } }
}

/// The part of JSON Schema that the format's schema uses.
private struct Schema {
  let root: JSONValue

  /// Why a value does not fit; `nil` if it does.
  func fault(of value: JSONValue, in schema: JSONValue? = nil) -> String? {
    let schema = schema ?? root
    if let name = schema["$ref"]?.text {
      let part = String(name.split(separator: "/").last ?? "")
      guard let definition = root["$defs"]?[part] else { return "there is no \(name)" }
      return fault(of: value, in: definition)
    }
    if let choices = schema["oneOf"]?.elements {
      let fitting = choices.count { fault(of: value, in: $0) == nil }
      return fitting == 1 ? nil : "\(fitting) definitions fit \(value)"
    }
    if let constant = schema["const"], constant != value { return "\(value) is not \(constant)" }
    if let words = schema["enum"]?.elements, !words.contains(value) { return "\(value) is no word" }
    return fault(ofType: schema["type"]?.text, value, schema)
  }

  private func fault(ofType type: String?, _ value: JSONValue, _ schema: JSONValue) -> String? {
    switch type {
    case nil: return nil
    case "string": return value.text == nil ? "\(value) is no text" : nil
    case "boolean": return value.flag == nil ? "\(value) is not true or false" : nil
    case "integer":
      guard let number = value.wholeNumber, number >= schema["minimum"]?.wholeNumber ?? .min else {
        return "\(value) is no number"
      }
      return nil
    case "array":
      guard let elements = value.elements else { return "\(value) is no list" }
      guard let item = schema["items"] else { return nil }
      return elements.lazy.compactMap { fault(of: $0, in: item) }.first
    case "object":
      guard let members = value.members else { return "\(value) is no object" }
      for name in schema["required"]?.elements?.compactMap(\.text) ?? [] where members[name] == nil
      {
        return "\(name) is missing"
      }
      for member in members {
        guard let property = schema["properties"]?[member.name] else { continue }
        if let fault = fault(of: member.value, in: property) { return "\(member.name): \(fault)" }
      }
      return nil
    case let other?: return "the schema has the type \(other)"
    }
  }
}

@Suite struct SchemaTests {
  private let schema: Schema
  private let page: String

  init() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/StrataInspector/StrataInspector.docc")
    let bytes = try Data(contentsOf: package.appendingPathComponent("recording.schema.json"))
    let limits = JSONParser.Limits(depth: 100, values: 10_000)
    schema = Schema(root: try JSONParser.value(of: ArraySlice(bytes), limits: limits))
    page = try String(
      contentsOf: package.appendingPathComponent("FormatOfRecordings.md"),
      encoding: .utf8
    )
  }

  private func value(_ line: some StringProtocol) throws -> JSONValue {
    try JSONParser.value(
      of: ArraySlice(line.utf8),
      limits: JSONParser.Limits(depth: 100, values: 10_000)
    )
  }

  @Test("Each line that a recording of everything has fits the schema")
  func recorded() throws {
    let limits = RecordingLimits(
      records: 100,
      keepsOldValues: true,
      privateProperties: ["secret"]
    )
    let recording = Recording(limits: limits)
    let lamp = recording.observe { Lamp().withAnchor() }
    withCause("switch") {
      for step in 0..<60 {
        lamp.isOn.toggle()
        lamp.secret = "\(step)"
        lamp.parts.append(Lamp())
        _ = lamp.count
        if step % 3 == 0 { lamp.parts.removeFirst() }
      }
      recording.mark("done")
    }
    recording.stop()
    let lines = recording.text.split(separator: "\n")
    let types = Set(try lines.compactMap { try value($0)["type"]?.text })
    #expect(
      types.isSuperset(of: ["header", "dropped", "state", "write", "node", "round", "derived"])
    )
    for line in lines { #expect(schema.fault(of: try value(line)) == nil) }
  }

  @Test("Each line of the page on the format fits the schema, and each type is on the page")
  func documented() throws {
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"") }
    var types: Set<String> = []
    for line in lines where line.hasSuffix("}") {
      let json = try? value(line)
      guard let json, let type = json["type"]?.text else { continue }
      if type == "resend" || type == "welcome" { continue }
      if type == "travel", json["value"] != nil { continue }
      types.insert(type)
      #expect(schema.fault(of: json) == nil, "\(line)")
    }
    let defined = schema.root["$defs"]?.members?.names.filter { $0 != "patch" } ?? []
    #expect(types.union(["rejected"]).isSuperset(of: defined), "\(Set(defined).subtracting(types))")
  }

  @Test("What the examples of the tests have fits the schema, and what is spoiled does not")
  func examples() throws {
    for line in Examples.models.split(separator: "\n") {
      #expect(schema.fault(of: try value(line)) == nil, "\(line)")
    }
    for line in [
      "{}", "[]", #"{"type":"write","t":1}"#, #"{"type":"mark","t":-1,"text":"a","at":"b"}"#,
      #"{"type":"later","t":1}"#, #"{"type":"end","t":1,"records":"1","dropped":0,"private":0}"#,
    ] {
      #expect(schema.fault(of: try value(line)) != nil, "\(line)")
    }
  }
}
