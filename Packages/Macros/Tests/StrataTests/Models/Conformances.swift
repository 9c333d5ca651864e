import Strata

@Model struct Attendee: Hashable {
  let id: Int
  var name = ""
  var badge = CountValue()
  var onTap: () -> Void = {}
}

struct CountValue: Hashable {
  var count = 0
}

@Model struct Team: Equatable {
  var lead: Attendee
  var members: [Attendee] = []
  var onEnd: (@Sendable () -> Void)?
}

@Model struct Named: Hashable, CustomStringConvertible {
  var name: String
  var ignored = 0
  static func == (lhs: Named, rhs: Named) -> Bool { lhs.name == rhs.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
  var description: String { "<\(name)>" }
}

@Model struct Mirrored: Model, Sendable, Identifiable, CustomReflectable {
  var id = "m"
  var customMirror: Mirror { Mirror(self, children: ["only": 1]) }
}
