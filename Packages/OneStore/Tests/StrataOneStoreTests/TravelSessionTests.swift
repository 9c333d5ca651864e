import Testing

@testable import StrataOneStore

private struct Page: Model {
  struct State: Equatable, Sendable, Codable {
    var text = ""
  }

  @ModelState private var state: State

  func write(_ text: String) { state.text = text }
}

/// A conversation with one client, without a connection.
@Suite struct TravelSessionTests {
  private let store = Store<Page>(initialState: .init())
  private let traveler: TimeTraveler<Page>

  init() { traveler = TimeTraveler.local(for: store, clock: TestClock()) }

  /// The answers to a line, and whether the conversation goes on.
  private func receive(
    _ text: String,
    in session: TravelSession<Page>,
    accepting: Int = .max
  ) -> (goesOn: Bool, answers: [TravelLine]) {
    var answers: [TravelLine] = []
    let goesOn = session.receive(.complete(Array(text.utf8))) { line in
      answers.append(line)
      return answers.count <= accepting
    }
    return (goesOn, answers)
  }

  private func news(
    of session: TravelSession<Page>,
    accepting: Int = .max
  ) -> (goesOn: Bool, lines: [TravelLine]) {
    var lines: [TravelLine] = []
    let goesOn = session.sendNews { line in
      lines.append(line)
      return lines.count <= accepting
    }
    return (goesOn, lines)
  }

  private func connected() -> TravelSession<Page> {
    let session = TravelSession(traveler, TravelLimits())
    _ = receive(#"{"type":"onConnect"}"#, in: session)
    return session
  }

  @Test func blankLinesAreCountedAndNotAnswered() {
    let session = TravelSession(traveler, TravelLimits())
    for line in ["", " ", "\t", " \t "] {
      let (goesOn, answers) = receive(line, in: session)
      #expect(goesOn && answers.isEmpty)
    }
    let (goesOn, answers) = receive("x y", in: session)
    #expect(goesOn)
    #expect(answers.map { $0.value["line"] } == [.integer(5)])
  }

  @Test func theFirstAnswerSaysWhetherAnOverrideIsShown() {
    let session = TravelSession(traveler, TravelLimits())
    for (isOverridden, count) in [(false, 2), (true, 3), (false, 2)] {
      if isOverridden { traveler.setOverride(at: 0) } else { traveler.clearOverride() }
      let (goesOn, answers) = receive(#"{"type":"onConnect"}"#, in: session)
      #expect(goesOn)
      #expect(answers.first?.value["isOverridden"] == .bool(isOverridden))
      #expect(answers.count == count)
    }
  }

  @Test func aClientThatTakesNoLineIsSentNoMore() {
    let session = TravelSession(traveler, TravelLimits())
    let (goesOn, answers) = receive(#"{"type":"onConnect"}"#, in: session, accepting: 0)
    #expect(!goesOn)
    #expect(answers.count == 1)
  }

  @Test func recordsThatWereNotTakenAreSentAgain() {
    let session = connected()
    for text in ["a", "b", "c"] { store.model.write(text) }
    let first = news(of: session, accepting: 1)
    #expect(!first.goesOn)
    #expect(first.lines.map { $0.value["number"] } == [.integer(1), .integer(2)])
    let second = news(of: session)
    #expect(second.goesOn)
    #expect(second.lines.map { $0.value["number"] } == [.integer(2), .integer(3)])
    let third = news(of: session)
    #expect(third.goesOn && third.lines.isEmpty)
  }

  @Test func nothingIsSentBeforeTheBeginningAndAfterTheEnd() {
    let session = TravelSession(traveler, TravelLimits())
    store.model.write("a")
    let before = news(of: session)
    #expect(before.goesOn && before.lines.isEmpty)
    _ = receive(#"{"type":"onConnect"}"#, in: session)
    session.end()
    store.model.write("b")
    let after = news(of: session)
    #expect(after.goesOn && after.lines.isEmpty)
  }

  @Test func aLineMayHaveJustAsManyBytesAsTheLimit() throws {
    let size = try #require(connecting(TravelLimits())).bytes.count
    let whole = try #require(connecting(TravelLimits(outgoingBytes: size)))
    #expect(whole.value["state"] != nil)
    let omitted = try #require(connecting(TravelLimits(outgoingBytes: size - 1)))
    #expect(omitted.value["omitted"] == .integer(Int64(size)))
  }

  /// The line of the first record.
  private func connecting(_ limits: TravelLimits) -> TravelLine? {
    receive(#"{"type":"onConnect"}"#, in: TravelSession(traveler, limits)).answers.last
  }
}
