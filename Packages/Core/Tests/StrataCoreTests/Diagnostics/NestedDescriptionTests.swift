import Testing

@testable import StrataCore

@Suite struct NestedDescriptionTests {
  indirect enum Chain {
    case end
    case link(Chain)

    static func ofLinks(_ count: Int) -> Chain {
      (0..<count).reduce(.end) { chain, _ in .link(chain) }
    }
  }

  private struct Debugged: CustomDebugStringConvertible {
    let chain: Chain
    var debugDescription: String { "a debugged chain" }
  }

  private struct Described: CustomStringConvertible {
    let chain: Chain
    var description: String { "a described chain" }
  }

  private final class Box {
    let chain: Chain
    init(_ chain: Chain) { self.chain = chain }
  }

  @Test func aShallowValueHasItsOwnDescription() {
    let chain = Chain.ofLinks(10)
    #expect(NestedDescription.of(chain) == String(reflecting: chain))
  }

  @Test func aDeepValueEndsAtALevel() {
    let text = NestedDescription.of(Chain.ofLinks(1_000))
    #expect(text.contains("deeper") || text.contains("…"))
    #expect(text.count < String(reflecting: Chain.ofLinks(1_000)).count)
  }

  @Test func aValueAtTheLimitHasItsOwnDescription() {
    let limit = NestedDescription.limit
    let deepest = Chain.ofLinks(limit)
    #expect(NestedDescription.of(deepest) == String(reflecting: deepest))
    let deeper = Chain.ofLinks(limit + 1)
    #expect(NestedDescription.of(deeper) != String(reflecting: deeper))
  }

  @Test func aDeepValueIsOneLineWithoutIndents() {
    let text = NestedDescription.of(Chain.ofLinks(1_000))
    #expect(!text.contains("\n"))
    #expect(!text.contains("  "))
  }

  @Test func aDeepValueInACollectionEndsAtALevel() {
    let chain = Chain.ofLinks(1_000)
    let deep = String(reflecting: chain).count
    #expect(NestedDescription.of([chain]).count < deep)
    #expect(NestedDescription.of(Optional(chain) as Any).count < deep)
    #expect(NestedDescription.of(["a": 1]) == String(reflecting: ["a": 1]))
  }

  @Test func aValueThatDescribesItselfIsAskedAtAnyDepth() {
    let chain = Chain.ofLinks(1_000)
    #expect(NestedDescription.of(Debugged(chain: chain)) == "a debugged chain")
    #expect(NestedDescription.of(Described(chain: chain)) == "a described chain")
  }

  @Test func anObjectIsNotEntered() {
    let box = Box(Chain.ofLinks(1_000))
    #expect(NestedDescription.of(box) == String(reflecting: box))
  }
}
