import Foundation
import StandupsData
import Testing

@Suite struct StandupsDocumentChangesTests {
  private let ids = CountingIDs()

  @Test func addsWithDefaults() throws {
    var document = StandupsDocument(settings: Settings(defaultSeconds: 300))
    let added = try document.add(
      StandupDraft(title: " Morning Sync ", joining: ["Ada", " Grace"]),
      makeID: ids.next
    )
    #expect(added.handle == "morning-sync")
    #expect(added.title == "Morning Sync")
    #expect(added.plannedSeconds == 300)
    #expect(added.attendees.map(\.name) == ["Ada", "Grace"])
    #expect(document.standups == [added])
  }

  @Test func refusesAWrongDraftAndChangesNothing() {
    var document = StandupsDocument(standups: [standup(1, "one", title: "One")])
    let old = document
    let drafts: [(StandupDraft, String)] = [
      (StandupDraft(title: " "), "A title must not be empty."),
      (StandupDraft(title: "ONE"), "There is a stand-up \"One\" already (one)."),
      (StandupDraft(title: "Two", handle: "one"), "The handle \"one\" is taken; choose another."),
      (
        StandupDraft(title: "Two", handle: "Two!"),
        "A handle consists of lower-case letters, digits and hyphens."
      ),
      (StandupDraft(title: "Two", joining: ["A", "a"]), "Two attendees have the same name."),
    ]
    for (draft, sentence) in drafts {
      let error = failure { _ = try document.add(draft, makeID: ids.next) }
      #expect(error?.description == sentence)
      #expect(error?.code == .usage)
    }
    #expect(document == old)
  }

  @Test func editsWhatTheDraftNamesOnly() throws {
    var document = StandupsDocument(standups: [standup(1, "one", attendees: ["Ada", "Grace"])])
    let edited = try document.edit(
      id(1),
      StandupDraft(title: "Eins", plannedSeconds: 60, joining: ["Edsger"], leaving: ["ada"]),
      makeID: ids.next
    )
    #expect(edited.handle == "one")
    #expect(edited.title == "Eins")
    #expect(edited.plannedSeconds == 60)
    #expect(edited.attendees.map(\.name) == ["Grace", "Edsger"])
    #expect(document.standups == [edited])
    _ = try document.edit(id(1), StandupDraft(title: "EINS"), makeID: ids.next)
  }

  @Test func removes() throws {
    var document = StandupsDocument(standups: [standup(1, "one"), standup(2, "two")])
    #expect(try document.remove(id(1)).id == id(1))
    #expect(document.standups.map(\.handle) == ["two"])
    #expect(failure { _ = try document.remove(id(1)) }?.code == .noInput)
  }

  @Test func keepsMeetingsInTheOrderOfTime() throws {
    var document = StandupsDocument(standups: [standup(1, "one")])
    for (number, second) in [(1, 50.0), (2, 10), (3, 99), (4, 50)] {
      try document.record(meeting(number, at: second), of: id(1))
    }
    #expect(document.standups[0].meetings.map(\.id) == [id(2), id(1), id(4), id(3)])
    #expect(
      failure { try document.record(meeting(5, at: 0), of: id(7)) }?.description
        == "The stand-up was removed while its meeting was running."
    )
  }
}
