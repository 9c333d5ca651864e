import StrataConcurrency
import StrataModels
import Testing

/// A model that serves as a dependency is active as long as one of its users.
@Suite struct SharedDependencyTests {
  private func user(of diary: Diary) -> Player {
    Player { _ = $0.node[Diary.self].tag }.withDependencies { $0[Diary.self] = diary }
  }

  @Test func twoSiblingsShareOneLife() {
    let log = Log()
    let diary = Diary(log: log)
    let root = Player(kids: [user(of: diary), user(of: diary)]).withAnchor()
    #expect(log.entries == ["D"])
    root.kids.removeFirst()
    #expect(log.entries == ["D"])
    #expect(diary.node.context.isLive)
    root.kids[0].node[Diary.self].lines.append("one")
    #expect(diary.lines == ["one"])
    root.kids.removeFirst()
    #expect(log.entries == ["D", "d"])
  }

  @Test(arguments: 0..<20)
  func livesWhileAUserLives(_ seed: Int) {
    var random = SplitMix(UInt64(seed) &* 7919 &+ 1)
    let log = Log()
    let diaries = (0..<3).map { Diary("\($0)", log: log) }
    var root: Player? = Player().withAnchor()
    var users: [(player: Player, diary: Int)] = []
    var expected: [String] = []
    for _ in 0..<60 {
      if users.isEmpty || random.next() % 3 != 0 {
        let choice = Int(random.next() % 3)
        guard
          users.contains(where: { $0.diary == choice })
            || !expected.contains("D\(choice)")
        else { continue }
        if !users.contains(where: { $0.diary == choice }) { expected.append("D\(choice)") }
        let player = user(of: diaries[choice])
        users.append((player, choice))
        root?.kids.append(player)
      } else {
        let index = Int(random.next() % UInt64(users.count))
        let gone = users.remove(at: index)
        root?.kids.remove(at: index)
        if !users.contains(where: { $0.diary == gone.diary }) { expected.append("d\(gone.diary)") }
      }
      #expect(log.entries == expected)
    }
    root = nil
    #expect(log.entries.sorted() == (expected + Set(users.map { "d\($0.diary)" })).sorted())
  }

  @Test func aUserWithTwoPlacesUsesItAtTheSecondOnceTheFirstIsGone() {
    let log = Log()
    let diary = Diary(log: log)
    let user = Player()
    let places = (0..<2).map { _ in
      Player(kids: [user]).withDependencies { $0[Diary.self] = diary }
    }
    let root = Player(kids: places).withAnchor()
    #expect(user.node[Diary.self].isSameModel(as: diary))
    #expect(log.entries == ["D"])
    places[0].kids = []
    #expect(user.node[Diary.self].isSameModel(as: diary))
    root.kids.removeFirst()
    #expect(log.entries == ["D"])
    #expect(diary.node.context.isLive)
    root.kids.removeFirst()
    #expect(log.entries == ["D", "d"])
  }

  @Test func itsUsersStopBeforeItDoes() {
    let log = Log()
    let diary = Diary(log: log)
    var root: Player? = Player { player in
      _ = player.node[Diary.self].tag
      player.node.onCancel {
        player.node[Diary.self].lines.append("last")
        log.add("user: \(player.node[Diary.self].lines)")
      }
    }
    .withAnchor { $0[Diary.self] = diary }
    #expect(root?.node[Diary.self].lines == [])
    root = nil
    #expect(log.entries == ["D", "user: [\"last\"]", "d"])
  }

  @Test func nothingOfATreeIsLeftWhereAModelIsItsDependency() {
    for context in [DependencyContext.test, .live] {
      for readsAtRoot in [false, true] {
        weak var kept: Context?
        weak var other: Context?
        do {
          let diary = Diary("x")
          kept = diary.node.context
          let root = Player(kid: Player(), kids: [Player()]).withAnchor {
            $0.context = context
            $0[Diary.self] = diary
          }
          other = root.kid?.node.context
          for _ in 0..<3 {
            #expect(root.kid?.node[Diary.self].tag == "x")
            #expect(root.kids[0].node[Diary.self].tag == "x")
            if readsAtRoot { #expect(root.node[Diary.self].tag == "x") }
            _ = root.kid?.node.factClient.fetch(1)
          }
        }
        #expect(kept == nil, "\(context) \(readsAtRoot)")
        #expect(other == nil, "\(context) \(readsAtRoot)")
      }
    }
  }

  @Test func aContainerOfModelsInADependencyIsNotKeptEither() {
    weak var kept: Context?
    do {
      let diary = Diary("x")
      kept = diary.node.context
      let root = Player(kid: Player()).withAnchor {
        $0.context = .live
        $0[SpareDiary.self] = diary
      }
      #expect(root.kid?.node[SpareDiary.self]?.tag == "x")
      #expect(root.kid?.node[SpareDiary.self]?.tag == "x")
    }
    #expect(kept == nil)
  }

  private enum SpareDiary: DependencyKey {
    static var liveValue: Diary? { nil }
    static var testValue: Diary? { nil }
  }

  @Test func aClosureThatKnowsTheTreeDoesNotKeepItUnderTest() {
    weak var kept: Context?
    do {
      let player = Player(kid: Player())
      kept = player.node.context
      let root = player.withAnchor {
        $0.factClient.fetch = { "\($0) \(player.score)" }
      }
      #expect(root.kid?.node.factClient.fetch(1) == "1 0")
    }
    #expect(kept == nil)
  }
}

/// Numbers that a seed decides.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
