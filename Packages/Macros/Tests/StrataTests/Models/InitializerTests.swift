import Strata
import Testing

@Suite struct InitializerTests {
  @Test func anInitializerOfTheUsersGivesEachPropertyItsValue() {
    let model = Ranged(id: 1, low: 8).withAnchor()
    #expect(model.names == ["8", "9"])
    #expect(model.width == 3)
    #expect(model.id == 1)
  }

  @Test func anInitializerMayDelegate() {
    let model = Ranged(around: 5)
    #expect(model.low == 4)
    #expect(model.high == 6)
  }

  @Test func anInitializerMayFail() throws {
    #expect(Ranged(parsing: "x") == nil)
    #expect(Ranged(parsing: "3")?.low == 3)
    #expect(throws: Refused.self) { try Ranged(checking: -1) }
    #expect(try Ranged(checking: 1).low == 1)
  }

  @Test func anInitializerInAnExtensionLeavesTheCompilersThere() {
    #expect(Extended(twice: 2).first == 4)
    #expect(Extended(first: 1, second: "x").second == "x")
    #expect(Conditional().first == 1)
  }

  @Test func instancesShareNothing() {
    let (first, second) = (Ranged(id: 1, low: 1), Ranged(id: 1, low: 1))
    first.low = 9
    #expect(second.low == 1)
    let (third, fourth) = (Extended(first: 1), Extended(first: 1))
    third.first = 9
    #expect(fourth.first == 1)
  }
}
