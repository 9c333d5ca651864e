public import Strata

@ModelContainer enum Sheet: Equatable, Identifiable {
  case idle
  case one(Attendee)
  case two(Attendee, note: String, other: Attendee?)
  case many([Attendee], Int)
  indirect case nested(Sheet)
  case `default`(in: Attendee)

  var id: Int { 0 }
}

@ModelContainer struct Pair: Equatable {
  var left: Attendee
  var right: Attendee? {
    didSet { observed += 1 }
  }
  let title: String
  var observed = 0
  static let shared = 1
}

@ModelContainer enum Either<Left: Model, Right: ModelContainer> {
  case left(Left)
  case right(Right)
}

@ModelContainer public enum Public: Sendable {
  case counter(Visible)
  case none
}

@Model struct Screen {
  var sheet: Sheet = .idle
  var sheets: [Sheet] = []
  var pair: Pair?
  var either: Either<Attendee, [Attendee]>?
  var visible: Public = .none
}
