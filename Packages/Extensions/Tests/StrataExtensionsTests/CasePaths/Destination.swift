import StrataExtensions

struct Draft: Equatable, Sendable {
  var title: String
  var notes: [Int] = []
  var route: Route = .closed
}

/// An enum that conforms by hand, as the documentation shows it.
enum Destination: Equatable, Sendable, CasePathable {
  case edit(Draft)
  case record(Draft)
  case sized(width: Int, height: Int)
  case labeled(draft: Draft)
  case route(Route)
  case maybe(Route?)
  case idle

  struct AllCasePaths: Sendable {
    var edit: CasePath<Destination, Draft> {
      CasePath(embed: Destination.edit) { if case .edit(let draft) = $0 { draft } else { nil } }
    }
    var record: CasePath<Destination, Draft> {
      CasePath(embed: Destination.record) { if case .record(let draft) = $0 { draft } else { nil } }
    }
    var sized: CasePath<Destination, (width: Int, height: Int)> {
      CasePath(
        embed: { .sized(width: $0.width, height: $0.height) },
        extract: {
          guard case .sized(let width, let height) = $0 else { return nil }
          return (width, height)
        }
      )
    }
    var route: CasePath<Destination, Route> {
      CasePath(embed: Destination.route) { if case .route(let route) = $0 { route } else { nil } }
    }
    var maybe: CasePath<Destination, Route?> {
      CasePath(embed: Destination.maybe) { if case .maybe(let route) = $0 { route } else { nil } }
    }
    var idle: CasePath<Destination, Void> {
      CasePath(.idle) { if case .idle = $0 { true } else { false } }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

enum Route: Hashable, Sendable, CasePathable {
  case open(Int)
  case closed

  struct AllCasePaths: Sendable {
    var open: CasePath<Route, Int> {
      CasePath(embed: Route.open) { if case .open(let number) = $0 { number } else { nil } }
    }
    var closed: CasePath<Route, Void> {
      CasePath(.closed) { if case .closed = $0 { true } else { false } }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct App: Equatable, Sendable {
  var destination: Destination?
}

struct Stop: Error {}
