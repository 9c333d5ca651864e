/// Reads the members of a line.
struct RecordFields {
  let members: JSONObject

  /// A text that has to be there.
  func text(_ name: String) throws(RecordFieldError) -> String {
    guard let value = members[name] else { throw .missing(name) }
    guard let text = value.text else { throw .wrong(name, "a text") }
    return text
  }

  /// A text that may be missing.
  func optionalText(_ name: String) throws(RecordFieldError) -> String? {
    members[name] == nil ? nil : try text(name)
  }

  /// A whole number, not negative, that has to be there.
  func number(_ name: String) throws(RecordFieldError) -> Int {
    guard let value = members[name] else { throw .missing(name) }
    guard let number = value.wholeNumber, number >= 0 else {
      throw .wrong(name, "a whole number that is not negative")
    }
    return number
  }

  /// A whole number that may be missing.
  func optionalNumber(_ name: String) throws(RecordFieldError) -> Int? {
    members[name] == nil ? nil : try number(name)
  }

  /// A truth value; `false` if it is missing.
  func flag(_ name: String) throws(RecordFieldError) -> Bool {
    guard let value = members[name] else { return false }
    guard let flag = value.flag else { throw .wrong(name, "true or false") }
    return flag
  }

  /// A word of a few.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String,
    as type: Word.Type = Word.self
  ) throws(RecordFieldError) -> Word {
    guard let word = Word(rawValue: try text(name)) else {
      throw .wrong(name, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// A patch that has to be there.
  func patch(_ name: String = "patch") throws(RecordFieldError) -> JSONPatch {
    guard let value = members[name] else { throw .missing(name) }
    guard let patch = JSONPatch(json: value) else { throw .wrong(name, "a list of operations") }
    return patch
  }

  /// A value that has to be there.
  func value(_ name: String) throws(RecordFieldError) -> JSONValue {
    guard let value = members[name] else { throw .missing(name) }
    return value
  }

  /// Objects in a list that may be missing.
  func optionalList(_ name: String) throws(RecordFieldError) -> [RecordFields]? {
    guard let value = members[name] else { return nil }
    guard let elements = value.elements else { throw .wrong(name, "a list of objects") }
    var list: [RecordFields] = []
    for element in elements {
      guard let members = element.members else { throw .wrong(name, "a list of objects") }
      list.append(RecordFields(members: members))
    }
    return list
  }
}

/// What is wrong with a member of a line.
enum RecordFieldError: Error {
  case missing(String)
  case wrong(String, String)

  /// The problem, for a record of a type.
  func message(_ type: String) -> String {
    switch self {
    case .missing(let name): "A record of the type \"\(type)\" needs \"\(name)\"."
    case .wrong(let name, let expected):
      "The member \"\(name)\" of a record of the type \"\(type)\" has to be \(expected)."
    }
  }
}

extension JSONObject {
  /// The members of a record of a type.
  init(record type: String, time: Int?) {
    self.init()
    self["type"] = .string(type)
    if let time { self["t"] = JSONValue(time) }
  }

  mutating func set(_ name: String, _ text: String?) {
    if let text { self[name] = .string(text) }
  }

  mutating func set(_ name: String, _ number: Int?) {
    if let number { self[name] = JSONValue(number) }
  }

  mutating func set(_ name: String, if flag: Bool) {
    if flag { self[name] = true }
  }
}
