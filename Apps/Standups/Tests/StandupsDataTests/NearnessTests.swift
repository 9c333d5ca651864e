import StandupsData
import Testing

@Suite struct NearnessTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1), ("abc", "ab", 1),
    ("", "abc", 3), ("kitten", "sitting", 3),
  ])
  func countsEdits(a: String, b: String, distance: Int) {
    #expect(Nearness.distance(a, b) == distance)
    #expect(Nearness.distance(b, a) == distance)
  }

  @Test func suggestsTheNearestFirst() {
    let candidates = ["morning-sync", "evening-sync", "design", "retro"]
    #expect(Nearness.nearest(to: "mornign-sync", among: candidates).first == "morning-sync")
    #expect(Nearness.nearest(to: "RETO", among: candidates) == ["retro"])
    #expect(Nearness.nearest(to: "sync", among: candidates) == ["evening-sync", "morning-sync"])
    #expect(Nearness.nearest(to: "zzzz", among: candidates) == [])
    #expect(Nearness.nearest(to: "", among: candidates) == [])
  }
}
