import Testing

@Suite struct DemoCommandTests {
  @Test func holdsAMeetingOfTheSampleTeam() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    #expect(await test.run("demo") == 0)
    #expect(test.errors.text == "")
    let text = test.output.text
    #expect(text.contains("Imported "))
    #expect(text.contains("5:05  Chen Wei: I take the review."))
    #expect(text.contains("Morning Sync, meeting 1"))
    #expect(text.contains("5 meetings, 42:31 in all"))
  }

  @Test func leavesTheInputToWhoeverReadsNext() async throws {
    let test = try TestProgram(
      input: PreparedInput("demo --speed 100000\n", "add Next\n/discard\n")
    )
    defer { test.remove() }
    #expect(await test.run("shell") == 64)
    #expect(test.output.text.contains("5 meetings, 42:31 in all"))
    #expect(!test.output.text.contains("Amina Diallo: add Next"))
    #expect(test.output.text.hasSuffix("Added next.\n"))
  }
}
