import StandupsData
import Testing

@Suite struct HandleTests {
  @Test func makesHandlesFromTitles() {
    #expect(Handle.make(from: "Morning Sync", taken: []) == "morning-sync")
    #expect(Handle.make(from: "  Café & Ops: Daily! ", taken: []) == "café-ops-daily")
    #expect(Handle.make(from: "!!!", taken: []) == "standup")
  }

  @Test func numbersHandlesThatAreTaken() {
    #expect(Handle.make(from: "A", taken: ["a"]) == "a-2")
    #expect(Handle.make(from: "A", taken: ["a", "a-2", "a-3"]) == "a-4")
  }

  @Test func makesValidHandlesOnly() {
    for title in ["x", "ÀÉ", "日本 語", String(repeating: "long ", count: 40), "-", "a--b"] {
      let handle = Handle.make(from: title, taken: [])
      #expect(Handle.isValid(handle), "\(title) gives \(handle)")
      #expect(Handle.isValid(Handle.make(from: title, taken: [handle])))
    }
  }

  @Test(arguments: ["", "-a", "a-", "A", "a b", "a_b", "a/b", String(repeating: "a", count: 60)])
  func refusesOthers(text: String) {
    #expect(!Handle.isValid(text))
  }
}
