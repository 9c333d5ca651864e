/// The members of an object of JSON, which keep their order.
///
/// Two objects are equal if they have the same members in any order. Names are compared by their code points, as JSON
/// does: two spellings of `é` are two names.
public struct JSONObject: Sendable {
  /// A name and its value.
  public typealias Element = (name: String, value: JSONValue)

  // Below this number of members comparing names is faster than hashing one.
  private static let smallCount = 16

  private var list: [Element] = []
  /// The places of the members in the list; empty while there are few.
  private var places: [Spelling: Int] = [:]

  /// Makes an object without members.
  public init() {}

  /// Makes an object; of several members with one name the last counts.
  ///
  /// - Parameter members: Names and values.
  /// - Complexity: O(number of members).
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (name, value) in members { self[name] = value }
  }

  /// The number of members.
  public var count: Int { list.count }

  /// Whether there are no members.
  public var isEmpty: Bool { list.isEmpty }

  /// The names in order.
  public var names: [String] { list.map(\.name) }

  /// The value of a member; setting `nil` removes the member.
  ///
  /// - Parameter name: The member's name.
  /// - Complexity: O(1) to read, set and add; O(number of members) to remove.
  public subscript(name: String) -> JSONValue? {
    get { place(of: name).map { list[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): list[place].value = value
      case (let place?, nil): remove(at: place)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  /// Changes a member's value where it is.
  ///
  /// - Returns: What `body` returns; `nil` if there is no such member.
  mutating func change<Result>(
    _ name: String,
    _ body: (inout JSONValue) -> Result
  ) -> Result? {
    place(of: name).map { body(&list[$0].value) }
  }

  private func place(of name: String) -> Int? {
    if list.count <= Self.smallCount { return list.firstIndex { Spelling.areSame($0.name, name) } }
    return places[Spelling(name)]
  }

  private mutating func append(_ name: String, _ value: JSONValue) {
    list.append((name, value))
    if places.isEmpty {
      indexAll()
    } else {
      places[Spelling(name)] = list.endIndex - 1
    }
  }

  private mutating func remove(at place: Int) {
    list.remove(at: place)
    indexAll()
  }

  private mutating func indexAll() {
    places.removeAll()
    guard list.count > Self.smallCount else { return }
    for (place, member) in list.enumerated() { places[Spelling(member.name)] = place }
  }
}

/// A text as it is spelled, code point by code point.
struct Spelling: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func areSame(_ one: String, _ other: String) -> Bool {
    one == other && one.utf8.elementsEqual(other.utf8)
  }

  static func == (one: Spelling, other: Spelling) -> Bool { areSame(one.text, other.text) }

  func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
}

extension JSONObject: Sequence {
  /// Goes through the members in order.
  public func makeIterator() -> IndexingIterator<[Element]> { list.makeIterator() }
}

extension JSONObject: Hashable {
  /// Whether the members are the same, in any order.
  public static func == (a: JSONObject, b: JSONObject) -> Bool {
    a.count == b.count && a.allSatisfy { b[$0.name] == $0.value }
  }

  /// Feeds the members, whatever their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in self {
      var part = Hasher()
      part.combine(member.name)
      part.combine(member.value)
      sum &+= part.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; of several members with one name the last counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}
