import StrataConcurrency
import StrataModels
import Testing

/// Events between models and the models that serve them as dependencies.
@Suite struct DependencyEventTests {
  private func received<Element: Sendable>(_ stream: EventStream<Element>) async -> [Element] {
    var elements: [Element] = []
    for await element in stream { elements.append(element) }
    return elements
  }

  @Test func reachTheDependenciesThatAreNamed() async {
    var root: Player? = Player(kids: [Player(), Player()]).withAnchor()
    let kids = root?.kids ?? []
    let diary = kids[0].node[Diary.self]
    let heard = diary.node.event(ofType: Int.self)
    kids[0].node.send(1, to: .dependencies)
    // The dependency is active beside the root; the second kid has never requested it.
    root?.node.send(2, to: .dependencies)
    let texts = reports { kids[1].node.send(3, to: .dependencies) }
    #expect(texts.count == 1)
    kids[0].node.send(4)
    root?.node.send(5, to: .descendants)
    root?.node.send(6, to: [.descendants, .dependencies])
    root = nil
    #expect(await received(heard) == [1, 2, 6])
  }

  @Test func ofADependencyReachEachUserOnceWithItsSender() async {
    let (user, between, other) = (Player(), Player(), Player())
    var root: Player? = Player(kid: between, kids: [other]).withAnchor()
    between.kid = user
    for _ in 0..<3 { _ = user.node[Diary.self].tag }
    _ = root?.node[Diary.self].tag
    var heard: [EventStream<(event: Diary.Event, model: Diary)>] = []
    if let root { heard.append(root.node.event(fromType: Diary.self)) }
    heard += [between, user, other].map { $0.node.event(fromType: Diary.self) }
    user.node[Diary.self].node.send(.written)
    root = nil
    var counts: [Int] = []
    for stream in heard {
      let events = await received(stream)
      #expect(events.allSatisfy { $0.event == .written && $0.model.tag == "test" } == true)
      counts.append(events.count)
    }
    #expect(counts == [1, 1, 1, 0])
  }

  @Test func endWithTheUseAndWithTheDependency() async {
    let diary = Diary("own")
    var root: Player? = Player(kids: [Player(), Player()]).withAnchor { $0[Diary.self] = diary }
    let kids = root?.kids ?? []
    let heard = kids.map { kid in
      _ = kid.node[Diary.self].tag
      return kid.node.event(fromType: Diary.self)
    }
    diary.node.send(.written)
    root?.kids.removeFirst()
    diary.node.send(.written)
    root = nil
    #expect(await received(heard[0]).count == 1)
    #expect(await received(heard[1]).count == 2)
  }

  @Test func thousandUsersComeAndGoInLinearTime() {
    let diary = Diary("own")
    let root = Player().withAnchor { $0[Diary.self] = diary }
    root.kids = (0..<1_000).map { _ in Player { _ = $0.node[Diary.self].tag } }
    #expect(diary.node.context.eventParents.count == 1_001)
    root.kids = []
    #expect(diary.node.context.eventParents.count == 1)
  }
}
