import Strata
import Testing

@Suite struct InitializerTests {
  @Test func anInitializerReplacesTheValuesOfDeclarations() throws {
    for number in 2...3 {
      let model = Replacing(number)
      #expect(model.number == number && model.text == "a")
      #expect(ReplacingOne(number).number == number)
    }
    let doubled = Replacing(doubling: "bc")
    #expect(doubled.number == 4 && doubled.text == "bcbc")
    #expect(Replacing(positive: 0) == nil)
    #expect(try #require(Replacing(positive: 5)).number == 5)
  }

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

  @Test func anInitializerMayBeAsynchronousGenericOrReplaceSelf() async throws {
    #expect(await Built(later: 1).number == 2)
    #expect(Built(whole: 3).origin == "plain")
    #expect(Built(sum: [1, 2]).number == 4)
    #expect(Built(4, true).trail == ["one way", "done"])
    #expect(Built(4, false).number == -4)
    #expect(try Built(even: 3) == nil)
    #expect(try Built(even: 4)?.number == 4)
    #expect(throws: Refused.self) { try Built(even: -1) }
  }

  @Test func extensionsAndProtocolsFindWhatTheyAskFor() async throws {
    let model = Conforming()
    let numbered: some Numbered = model
    model.doubled = 8
    model[1] += 1
    #expect(try await numbered.bump() == 6)
    #expect(model.number(plus: 1) == 7)
    #expect(Conforming.kind == "conforming")
    #expect(model == Conforming(number: 6))
  }

  @Test func modelsMadeInsideInitializersOnManyThreadsMixNothingUp() async {
    await withTaskGroup(of: Bool.self) { group in
      for start in stride(from: 0, to: 8_000, by: 1_000) {
        group.addTask {
          (start..<start + 1_000).allSatisfy { number in
            let model = Nesting(number)
            return model.number == number && model.last.first == 2 * number
              && model.parts.map(\.first) == [number, number + 1, number + 2]
              && model.parts.map(\.second) == ["0", "1", "2"] && model.sum == 5 * number + 3
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
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
