import StrataEvents
import Testing

@Suite struct AudienceTests {
  @Test func combines() {
    #expect(Audience.standard == [.self, .ancestors])
    #expect(Audience.everyone == [.self, .ancestors, .descendants])
    let kinds: [Audience] = [.self, .parent, .ancestors, .children, .descendants]
    #expect(Set(kinds).count == 5)
    #expect(kinds.reduce(Audience()) { $0.union($1) }.rawValue == 31)
  }

  @Test func isDescribedAsItIsWritten() {
    #expect(Audience.standard.description == "[.self, .ancestors]")
    let all: Audience = [.descendants, .children, .ancestors, .parent, .self]
    #expect(all.description == "[.self, .parent, .ancestors, .children, .descendants]")
    #expect(Audience().description == "[]")
  }
}
