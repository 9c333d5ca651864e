import StandupsData
import Testing

@Suite struct StandupsDocumentLookupTests {
  private let document = StandupsDocument(standups: [
    standup(1, "morning-sync", title: "Morning Sync", attendees: ["Ada", "Grace"]),
    standup(2, "morning-ops", title: "Ops"),
    standup(3, "retro", meetings: [meeting(1, at: 0), meeting(2, at: 9)]),
  ])

  @Test(arguments: [
    ("morning-sync", 0), ("Morning Sync", 0), ("MORNING-OPS", 1), ("ops", 1), ("ret", 2),
    (" retro ", 2), ("morning-s", 0),
  ])
  func findsByHandleTitleAndBeginning(name: String, index: Int) throws {
    #expect(try document.position(of: name) == index)
  }

  @Test func refusesABeginningThatFitsSeveral() {
    let error = failure { _ = try document.position(of: "morning") }
    #expect(error?.code == .usage)
    #expect(
      error?.description == "\"morning\" fits 2 stand-ups; name one of them whole. "
        + "Did you mean morning-sync or morning-ops?"
    )
  }

  @Test func suggestsWhatWasProbablyMeant() {
    let error = failure { _ = try document.position(of: "rtero") }
    #expect(error?.code == .noInput)
    #expect(error?.description == "There is no stand-up \"rtero\". Did you mean retro?")
    #expect(
      failure { _ = try document.position(of: "zzz") }?.description
        == "There is no stand-up \"zzz\". The command `list` shows those there are."
    )
    #expect(
      failure { _ = try StandupsDocument().position(of: "x") }?.description
        == "There is no stand-up \"x\": the data file holds none yet. Add one with `add`."
    )
    #expect(failure { _ = try document.position(of: "") }?.code == .noInput)
  }

  @Test func numbersMeetingsFromBothEnds() throws {
    let retro = document.standups[2]
    #expect(try retro.position(ofMeeting: 1) == 0)
    #expect(try retro.position(ofMeeting: -1) == 1)
    for number in [0, 3, -3, .min, .max] {
      #expect(failure { _ = try retro.position(ofMeeting: number) }?.code == .noInput)
    }
    #expect(
      failure { _ = try document.standups[0].position(ofMeeting: 1) }?.description
        == "morning-sync has no meeting 1: no meeting was held yet."
    )
  }

  @Test func findsAttendeesInAnyCase() throws {
    let sync = document.standups[0]
    #expect(try sync.position(ofAttendee: "grace") == 1)
    #expect(
      failure { _ = try sync.position(ofAttendee: "Grave") }?.description
        == "Nobody called \"Grave\" attends morning-sync. Did you mean Grace?"
    )
  }
}
