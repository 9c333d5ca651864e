import Foundation
import StrataSources
import Testing

@Suite struct ActionCodableTests {
  struct Draft: Codable, Sendable, Equatable {
    var text: String
    var submit: Action<String>
  }

  // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
  final class DraftSource: SourceOf<Draft>, DecodableActionSource, @unchecked Sendable {
    @Action(DraftSource.submit) private var submitAction
    lazy var initialModel = Draft(text: "", submit: submitAction)
    private func submit(_ text: String) { model = Draft(text: text, submit: submitAction) }
    func restore(_ draft: Draft) { model = draft }
    func restoreInPlace(_ draft: Draft) { model.submit = draft.submit }
  }

  // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
  final class Stranger: SourceOf<Draft>, DecodableActionSource, @unchecked Sendable {
    let initialModel: Draft
    init(_ draft: Draft) { initialModel = draft }
  }

  func decoded(_ text: String) throws -> Draft {
    try JSONDecoder().decode(Draft.self, from: Data(text.utf8))
  }

  @Test func decodedActionIsBoundWhenItsModelIsPutIntoASourceOfItsKind() throws {
    let first = DraftSource()
    first.model.submit("saved")
    let data = try JSONEncoder().encode(first.model)
    let second = DraftSource()
    second.restore(try JSONDecoder().decode(Draft.self, from: data))
    #expect(second.model.text == "saved")
    let action = second.model.submit
    action("again")
    #expect(second.model.text == "again")
    #expect(second.model.submit == action)
    #expect(first.model.text == "saved")
  }

  @Test func decodedActionIsBoundAlsoByAChangeInPlace() throws {
    let data = try JSONEncoder().encode(DraftSource().model)
    let source = DraftSource()
    source.restoreInPlace(try JSONDecoder().decode(Draft.self, from: data))
    source.model.submit("works")
    #expect(source.model.text == "works")
  }

  @Test func decodedActionIsNamedByItsPropertyThoughThatWasNeverRead() throws {
    let data = try JSONEncoder().encode(DraftSource().model)
    let source = DraftSource()
    source.restore(try JSONDecoder().decode(Draft.self, from: data))
    let id = source.eraseToSource().sourceID
    #expect(source.model.submit.description == "\(id).submitAction")
    #expect(source.model.submit.sourceID == id)
    #expect(try JSONEncoder().encode(source.model).count == data.count)
    let third = DraftSource()
    third.restore(
      try JSONDecoder().decode(Draft.self, from: JSONEncoder().encode(source.model))
    )
    third.model.submit("works")
    #expect(third.model.text == "works")
  }

  @Test func decodedActionIsBoundInTheFirstModel() throws {
    let text = #"{"text": "t", "submit": {"source": "notes", "action": "submitAction"}}"#
    let notes = Notes(try decoded(text))
    notes.model.submit("first")
    #expect(notes.model.text == "first")
  }

  // SAFETY: adds an action and constants.
  final class Notes: SourceOf<Draft>, DecodableActionSource, @unchecked Sendable {
    @Action(Notes.submit) private var submitAction
    let actionSourceIdentifier = "notes"
    let initialModel: Draft
    init(_ draft: Draft) { initialModel = draft }
    private func submit(_ text: String) { model.text = text }
  }

  @Test func decodedActionInAnotherSourceIsRefused() throws {
    let data = try JSONEncoder().encode(DraftSource().model)
    let draft = try JSONDecoder().decode(Draft.self, from: data)
    #expect(draft.submit.unavailability?.code == .decodedByWrongSource)
    let stranger = Stranger(draft)
    #expect(stranger.model.submit.unavailability?.code == .decodedByWrongSource)
  }

  @Test func decodedActionOfAnUnknownMethodIsRefused() throws {
    let draft = try decoded(
      #"{"text": "t", "submit": {"source": "DraftSource", "action": "publishAction"}}"#
    )
    let source = DraftSource()
    source.restore(draft)
    #expect(source.model.submit.unavailability?.code == .invalidMethod)
  }

  @Test func closuresCannotBeEncoded() {
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(Draft(text: "", submit: Action { _ in }))
    }
  }

  @Test func doNothingSurvives() throws {
    let data = try JSONEncoder().encode(Draft(text: "", submit: .doNothing))
    #expect(try JSONDecoder().decode(Draft.self, from: data).submit == .doNothing)
  }
}
