import Foundation
import StrataSources
import Testing

/// The currently possible actions, as values.
struct ActionTests {
  @Test func logInAndOut() {
    let session = SessionSource().eraseToSource()
    session.model.gone?.logIn("Ada")
    #expect(session.model.here?.name == "Ada")
    session.model.here?.logOut()
    #expect(session.model.gone?.error == nil)
  }

  @Test func aRefusedLogInShowsWhy() {
    let session = SessionSource().eraseToSource()
    session.model.gone?.logIn("")
    #expect(session.model.gone?.error == "no name")
  }

  @Test func anActionOfAFormerModelDoesNothing() {
    let session = SessionSource().eraseToSource()
    let logIn = session.model.gone?.logIn
    logIn?("Ada")
    #expect(logIn?.isAvailable == false)
    logIn?("Eve")
    #expect(session.model.here?.name == "Ada")
  }

  @Test func anExpiredActionStaysExpired() {
    let session = SessionSource().eraseToSource()
    let first = session.model.gone?.logIn
    first?("Ada")
    session.model.here?.logOut()
    first?("Eve")
    #expect(session.model.here == nil)
    session.model.gone?.logIn("Bea")
    #expect(session.model.here?.name == "Bea")
  }

  @Test func anActionThatStaysLegalStaysUsable() {
    let session = SessionSource().eraseToSource()
    session.model.gone?.logIn("Ada")
    let rename = session.model.here?.rename
    rename?("Bea")
    rename?("Cid")
    #expect(session.model.here?.name == "Cid")
  }

  @Test func anActionOfASourceThatIsGoneDoesNothing() {
    var source: Source<SessionModel>? = SessionSource().eraseToSource()
    let logIn = source?.model.gone?.logIn
    source = nil
    #expect(logIn?.isAvailable == false)
    logIn?("Ada")
  }

  @Test func anActionDoesNotKeepItsSource() {
    weak var gone: SessionSource?
    var action: Action<String>?
    do {
      let session = SessionSource()
      gone = session
      action = session.eraseToSource().model.gone?.logIn
    }
    #expect(gone == nil)
    #expect(action != nil)
  }

  @Test func actionsAreEqualForOneMethodOfOneSource() {
    let one = SessionSource().eraseToSource()
    let two = SessionSource().eraseToSource()
    #expect(one.model.gone?.logIn == one.model.gone?.logIn)
    #expect(one.model.gone?.logIn != two.model.gone?.logIn)
    one.model.gone?.logIn("x")
    #expect(Set([one.model.here?.rename, one.model.here?.rename]).count == 1)
  }

  @Test func theDescriptionNamesSourceAndMethod() {
    let session = SessionSource().eraseToSource()
    let text = session.model.gone?.logIn.description ?? ""
    #expect(text.contains("SessionSource"))
    #expect(text.contains("logIn"))
  }

  @Test func aMockIsALiteral() {
    let diary = Diary<String>()
    let model = SessionModel.notAuthenticated(
      .init(error: nil, logIn: Action { name in diary.write(name) })
    )
    model.gone?.logIn("Ada")
    #expect(diary.entries == ["Ada"])
  }

  @Test func doNothingDoesNothing() {
    let action = Action<Void>.doNothing
    action()
    #expect(action == .doNothing)
  }

  @Test func theHandlerOfARefusalIsGivenTheRecord() {
    let session = SessionSource().eraseToSource()
    let logIn = session.model.gone?.logIn
    logIn?("Ada")
    let rejected = Diary<String>()
    logIn?("Eve") { execution in
      rejected.write(execution.error?.message ?? "none")
      return false
    }
    #expect(rejected.entries.count == 1)
    #expect(rejected.entries.first != "none")
  }

  @Test func executionsAreTold() async {
    let executions = ActionExecution.publisher.values()
    let session = SessionSource().eraseToSource()
    session.model.gone?.logIn("Ada of \(#line)")
    for await execution in executions {
      if let name = execution.input as? String, name.hasPrefix("Ada of") {
        #expect(execution.error == nil)
        #expect(execution.description.contains("logIn"))
        break
      }
    }
  }

  @Test func anActionMayBeCalledInsideAnother() {
    // SAFETY: what it adds is changed by one thread at a time.
    final class Chain: SourceOf<Chain.Model>, @unchecked Sendable {
      struct Model {
        var steps: [String] = []
        var one: Action<Void>
        var two: Action<Void>
      }
      @Action(Chain.first) private var firstAction
      @Action(Chain.second) private var secondAction
      lazy var initialModel = Model(one: firstAction, two: secondAction)
      private func first() {
        model.steps.append("first")
        model.two()
        model.steps.append("end")
      }
      private func second() { model.steps.append("second") }
    }
    let chain = Chain().eraseToSource()
    chain.model.one()
    #expect(chain.model.steps == ["first", "second", "end"])
  }

  @Test func aModelWithActionsIsCodable() throws {
    struct Saved: Codable, Equatable {
      var name: String
      var act: Action<Void>
    }
    let saved = Saved(name: "x", act: .doNothing)
    let data = try JSONEncoder().encode(saved)
    #expect(try JSONDecoder().decode(Saved.self, from: data).name == "x")
  }
}
