import StandupsData
import Testing

@Suite struct MeetingsTableTests {
  @Test func writesARowForEachTurn() {
    let held = meeting(
      5,
      at: 1_700_000_000,
      seconds: 70,
      turns: [Turn(name: "Ada", seconds: 30), Turn(name: "Grace, H.", seconds: 40)]
    )
    #expect(
      MeetingsTable.text([standup(1, "one", meetings: [held])]) == """
        handle,meeting,date,ending,meeting_seconds,speaker,speaker_seconds
        one,1,2023-11-14T22:13:20Z,finished,70,Ada,30
        one,1,2023-11-14T22:13:20Z,finished,70,"Grace, H.",40

        """
    )
  }
}
