import StrataExtensions
import Testing

@Suite struct OptionalPathTests {
  private let title = OptionalPath(\App.destination).unwrapped()
    .appending(Destination.allCasePaths.edit).title

  @Test func readsWhatIsThere() {
    #expect(title.get(from: App(destination: .edit(Draft(title: "a")))) == "a")
    #expect(title.get(from: App(destination: .idle)) == nil)
    #expect(title.get(from: App()) == nil)
  }

  @Test func changesWhatIsThere() {
    var app = App(destination: .edit(Draft(title: "a")))
    #expect(
      title.modify(&app) {
        $0 += "b"
        return 1
      } == 1
    )
    #expect(title.set(&app, to: "c"))
    #expect(app == App(destination: .edit(Draft(title: "c"))))
    app.destination = .record(Draft(title: "r"))
    #expect(!title.set(&app, to: "no"))
    #expect(app == App(destination: .record(Draft(title: "r"))))
  }

  @Test func keepsWhatAThrowingChangeLeft() {
    var app = App(destination: .edit(Draft(title: "a")))
    #expect(throws: Stop.self) {
      try title.modify(&app) { (title) throws(Stop) in
        title = "b"
        throw Stop()
      }
    }
    #expect(title.get(from: app) == "b")
  }

  @Test func composesCasesAndProperties() {
    let route = Destination.allCasePaths.edit.appending(\.route)
    let open = route.open
    var value = Destination.edit(Draft(title: "", route: .open(1)))
    #expect(open.get(from: value) == 1)
    open.modify(&value) { $0 = 9 }
    #expect(value == .edit(Draft(title: "", route: .open(9))))
    #expect(route.appending(Route.allCasePaths.open).get(from: value) == 9)
    #expect(OptionalPath(Destination.allCasePaths.edit).appending(open: ()).get(from: value) == 9)
  }
}

extension OptionalPath where Root == Destination, Value == Draft {
  /// Appends a whole path.
  fileprivate func appending(open: Void) -> OptionalPath<Destination, Int> {
    appending(OptionalPath<Draft, Route>(\.route).appending(Route.allCasePaths.open))
  }
}
