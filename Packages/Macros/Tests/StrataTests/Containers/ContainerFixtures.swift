public import Strata

@ModelContainer enum Sheet: Equatable, Identifiable, Sendable {
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

@ModelContainer enum Either<Left: Model, Right: ModelContainer & Sendable> {
  case left(Left)
  case right(Right)
}

@ModelContainer public enum Public: Sendable {
  case counter(Visible)
  case none
}

/// A struct whose constants contain models.
@ModelContainer struct Fixed: Equatable {
  let number: Int
  let left: Attendee
  let others: [Attendee]
  #if DEBUG
  private(set) var inDebug: Attendee?
  #else
  private(set) var inRelease: Attendee?
  #endif

  init(number: Int, left: Attendee, others: [Attendee] = [], last: Attendee? = nil) {
    self.number = number
    self.left = left
    self.others = others
    #if DEBUG
    inDebug = last
    #else
    inRelease = last
    #endif
  }
}

/// Cases and properties on their way out: the code that the macros write uses them all the same.
@ModelContainer @CasePathable enum Outgoing: Sendable {
  @available(*, deprecated) case old(Attendee)
  @available(*, unavailable) case gone(Attendee)
  case new(Attendee)
}

/// A screen of a stack, that Swift compares and hashes and that has the identity of who is in it.
@ModelContainer enum Stop: Hashable, Identifiable {
  case home
  case person(Attendee)
  case pair(Attendee, note: String, Attendee?)
  case page(number: Int)
  case anything(@Sendable () -> Void, Reference)

  static func == (lhs: Stop, rhs: Stop) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@ModelContainer enum Seat: Hashable, Identifiable {
  case free
  case taken(Attendee, row: Int)
}

@ModelContainer struct Row: Identifiable, Equatable {
  let number: Int
  var left: Attendee
  var right: Attendee?
}

@ModelContainer enum Labelled: Identifiable {
  case one(Attendee)
}

extension Labelled {
  var id: String { "by hand" }
}

@Model struct Screen {
  var seats: [Seat] = []
  var stops: [Stop] = []
  var fixed: Fixed?
  var outgoing: Outgoing?
  var sheet: Sheet = .idle
  var sheets: [Sheet] = []
  var pair: Pair?
  var either: Either<Attendee, [Attendee]>?
  var visible: Public = .none
}

/// Screens in a list that finds them by their identity.
@ModelContainer enum Stage: Identifiable {
  case edit(Attendee)
  case group(row: Row, seat: Seat?)
  case named([String: Attendee])
  case help
}

@Model struct Stages {
  var path: IdentifiedArrayOf<Stage> = []
}

/// A model without `==` for a navigation path.
@Model struct Page {
  var title = ""
}

/// A model that declares who it is, and no `==`.
@Model struct Account: Identifiable {
  let id: Int
  var balance = 0
}

/// A model that can be compared, and not hashed.
@Model struct Sketch: Equatable {
  var text = ""
}

/// A navigation path, as a list of a user interface asks for it.
@ModelContainer @CasePathable @dynamicMemberLookup
enum Trail: Hashable, Identifiable, Sendable {
  case page(Page)
  case account(Account)
  case none
  case pages([Page], last: Page?, byName: [String: Page])
  case sketch(Sketch)
  case titled(Page, title: String, count: Int)
  case anything(any Model)
  case person(Attendee)
  indirect case next(Trail)
}

@ModelContainer enum Crumb: Equatable {
  case sketch(Sketch)
  case page(Page)
}

@ModelContainer struct Tab: Hashable, Identifiable {
  let number: Int
  var page: Page
  var others: [Page] = []
  #if DEBUG
  var inDebug: Page?
  #endif
}

@Model struct Navigation {
  @ModelContainer @CasePathable @dynamicMemberLookup
  enum Destination: Hashable, Identifiable {
    case edit(Page)
    case alert(String)
  }

  var path: [Trail] = []
  var tabs: [Tab] = []
  var destination: Destination?
}
