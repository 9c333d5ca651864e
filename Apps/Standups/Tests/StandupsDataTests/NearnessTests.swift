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

  @Test func comparesABoundedNumberOfLettersWithAnyNumberOfCandidates() {
    let candidates = (0..<5_000).map { "team-\($0)-" + String(repeating: "x", count: 70) }
    var pairs = 0
    let found = Nearness.nearest(
      to: String(candidates[3].dropLast()),
      among: candidates,
      counting: &pairs
    )
    #expect(found.first == candidates[3])
    #expect(pairs < Nearness.mostPairs + 10_000)
    var more = 0
    let twice = candidates + candidates
    _ = Nearness.nearest(to: "y" + candidates[3], among: twice, counting: &more)
    #expect(more < Nearness.mostPairs + 10_000)
  }

  @Test func aWordOfAnotherLengthIsNotCompared() {
    var pairs = 0
    let long = String(repeating: "x", count: 80)
    #expect(Nearness.nearest(to: "ops", among: [long, "ops1"], counting: &pairs) == ["ops1"])
    #expect(pairs == 12)
  }
}
