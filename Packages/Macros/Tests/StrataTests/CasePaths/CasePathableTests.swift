public import Strata
import Testing

@CasePathable enum Destination: Equatable {
  case idle
  case edit(Draft)
  case sized(width: Int, height: Int)
  case labelled(text: String)
  case `default`(_: Int, String)
  case nested(Route?)
  indirect case again(Destination)
  #if DEBUG || !DEBUG
  case debug
  #endif
}

struct Draft: Equatable {
  var title = ""
}

@CasePathable public enum Route: Equatable, Sendable {
  case open(Int)
  case closed
}

@CasePathable enum Result2<Value> {
  case success(Value)
  case failure(any Error)
}

@ModelContainer @CasePathable enum Both {
  case counter(CountModel)
  case none
}

@Suite struct CasePathableTests {
  @Test func findsTheCase() {
    let destination = Destination.edit(Draft(title: "a"))
    #expect(destination.is(\.edit))
    #expect(!destination.is(\.idle))
    #expect(Destination.idle.is(\.idle))
    #expect(Destination.debug.is(\.debug))
    #expect(Both.none.is(\.none))
  }

  @Test func extractsEachKindOfPayload() {
    #expect(Destination.edit(Draft(title: "a"))[case: \.edit]?.title == "a")
    #expect(Destination.sized(width: 1, height: 2)[case: \.sized]?.height == 2)
    #expect(Destination.labelled(text: "t")[case: \.labelled] == "t")
    #expect(Destination.default(1, "b")[case: \.default]?.1 == "b")
    #expect(Destination.again(.idle)[case: \.again] == .idle)
    #expect(Destination.idle[case: \.edit] == nil)
    #expect(Result2.success(4)[case: \.success] == 4)
  }

  @Test func embedsAndModifies() {
    var destination = Destination.idle
    destination[case: \.sized] = (3, 4)
    destination.modify(\.sized) { $0.width += 1 }
    #expect(destination == .sized(width: 4, height: 4))
    destination[case: \.default] = (1, "x")
    #expect(destination == .default(1, "x"))
  }

  @Test func goesOnToNestedCases() {
    let destination = Destination.nested(.open(3))
    #expect(destination[case: \.nested.open] == 3)
    #expect(destination[case: \.edit.title] == nil)
  }
}
