import StrataConcurrency
import StrataOneStore
import StrataOneStoreTesting
import StrataTesting
import Testing

/// Tasks, streams, events and dependencies, as models have them.
@Suite(.simulated(exhaustivity: .off)) struct WorkTests {
  struct PlayerModel: Model {
    struct State: Equatable {
      var track = 0
      var isMuted = false
      var log: [String] = []
    }

    enum Event: Equatable { case onEnd(Int) }
    enum Playback {}

    @ModelDependency(\.greeter.greet) var greet
    @ModelState private var state: State

    func play(_ name: String, for seconds: Int) -> CancellationHandle {
      task {
        state.log.append("+\(name)")
        try await Task.sleep(for: .seconds(seconds))
        state.log.append("-\(name)")
        send(.onEnd(seconds))
      } catch: { error in
        state.log.append("!\(name)")
      }
    }

    func start(_ name: String) { _ = play(name, for: 5).cancel(for: "player") }
    func restart(_ name: String) {
      _ = play(name, for: 5).cancel(for: "player", cancelInFlight: true)
    }
    func again(_ name: String) { _ = play(name, for: 5).cancelInFlight() }
    func stop() { cancelAll(for: "player") }

    func startGroup() {
      withCancellationContext(for: Playback.self) {
        _ = play("x", for: 5)
        forEach(values(of: \.track)) { track in state.log.append("track \(track)") }
      }
    }

    func stopGroup() { cancelAll(for: Playback.self) }

    func followValues() {
      forEach(values(of: \.track)) { track in state.log.append("v\(track)") }
    }

    func followChanges() {
      forEach(changes(of: \.track)) { track in state.log.append("c\(track)") }
    }

    func search() {
      forEach(values(of: \.track), cancelPrevious: true) { track in
        try await Task.sleep(for: .seconds(1))
        state.log.append("found \(track)")
      }
    }

    func fail() {
      struct Broken: Error {}
      task {
        throw Broken()
      } catch: { error in
        state.log.append("\(error)")
      }
    }

    func skip(to track: Int) { state.track = track }
  }

  struct HomeModel: Model {
    struct State: Equatable {
      @StateModel<PlayerModel?> var player = .init()
      @StateModel<[CardModel]> var cards = [.init(id: 1), .init(id: 2)]
      var heard: [String] = []
    }

    @ModelState private var state: State

    func onActivate() {
      forEach(events(from: \.$cards)) { event, card in
        state.heard.append("\(event) of \(card.id)")
      }
      forEach(events(from: \.$player)) { (event: PlayerModel.Event, _) in
        state.heard.append("\(event)")
      }
    }

    func removePlayer() { state.player = nil }
  }

  func home() -> Store<HomeModel> {
    Store<HomeModel>(initialState: .init()) { $0.diary = Diary() }
  }

  func pass(_ seconds: Int) async {
    try? await Task.sleep(for: .seconds(seconds))
    await settle()
  }

  @Test func aTaskRunsToItsEnd() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    _ = player.play("a", for: 2)
    await pass(1)
    #expect(player.log == ["+a"])
    await pass(2)
    #expect(player.log == ["+a", "-a"])
  }

  @Test func aTaskEndsWithItsModel() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    _ = player.play("a", for: 2)
    await pass(1)
    store.model.removePlayer()
    await pass(5)
    #expect(player.log == ["+a"])
    #expect(store.model.heard == [])
  }

  @Test func aCancelledTaskStops() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    let work = player.play("a", for: 2)
    await pass(1)
    work.cancel()
    await pass(5)
    #expect(player.log == ["+a"])
  }

  @Test func workIsCancelledByItsName() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    player.start("a")
    player.start("b")
    await pass(1)
    player.stop()
    await pass(9)
    #expect(player.log == ["+a", "+b"])
  }

  @Test func cancelInFlightReplaces() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    player.restart("a")
    await pass(1)
    player.restart("b")
    await pass(9)
    #expect(player.log == ["+a", "+b", "-b"])
  }

  @Test func cancelInFlightNeedsNoName() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    for name in ["a", "b"] {
      player.again(name)
      await pass(1)
    }
    await pass(9)
    #expect(player.log == ["+a", "+b", "-b"])
  }

  @Test func aCancellationContextEndsAllOfIt() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    player.startGroup()
    await pass(1)
    player.stopGroup()
    await pass(1)
    player.skip(to: 4)
    await pass(9)
    #expect(player.log.contains("track 0"))
    #expect(!player.log.contains("track 4"))
    #expect(!player.log.contains("-x"))
  }

  @Test func valuesBeginWithTheOneThatIsThere() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    player.followValues()
    await pass(1)
    player.skip(to: 3)
    await pass(1)
    #expect(player.log == ["v0", "v3"])
  }

  @Test func changesBeginWithTheFirstThatDiffers() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    player.followChanges()
    await pass(1)
    player.skip(to: 0)
    await pass(1)
    player.skip(to: 3)
    await pass(1)
    #expect(player.log == ["c3"])
  }

  @Test func cancelPreviousDropsWhatIsOutdated() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    player.search()
    await pass(2)
    player.skip(to: 1)
    await settle()
    player.skip(to: 2)
    await pass(3)
    #expect(player.log == ["found 0", "found 2"])
  }

  @Test func anErrorComesToTheCatch() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    player.fail()
    await pass(1)
    #expect(player.log == ["Broken()"])
  }

  @Test func aParentHearsTheEventsOfItsChildren() async throws {
    let store = home()
    let model = store.model
    await settle()
    model.$cards[1].star()
    await settle()
    model.$cards[0].remove()
    await settle()
    #expect(model.heard == ["onStar(2) of 2", "onRemove of 1"])
  }

  @Test func anEventOfAnOptionalChildIsHeard() async throws {
    let store = home()
    let player = try #require(store.model.$player)
    _ = player.play("a", for: 2)
    await pass(3)
    #expect(store.model.heard == ["onEnd(2)"])
  }

  @Test func aRowRemovesItselfByAnEvent() async throws {
    let store = Store<KanbanModel>(
      initialState: .init(columns: [.init(id: "a", cards: [.init(id: 1), .init(id: 2)])])
    ) { $0.diary = Diary() }
    let column = store.model.$columns[0]
    await settle()
    column.$cards[0].remove()
    await settle()
    #expect(column.cards.map(\.id) == [2])
  }

  @Test func aStoresDependencyReachesAllModels() async throws {
    let store = Store<KanbanModel>(initialState: .init()) {
      $0.diary = Diary()
      $0.greeter.greet = { "\($0)!" }
    }
    store.model.open("why")
    try #require(store.model.$prompt).ask()
    await pass(1)
    #expect(store.model.$prompt?.answer == "why!")
    #expect(store.model.$prompt?.isAsking == false)
  }

  // MARK: Local overrides

  struct SoundModel: Model {
    struct State: Equatable {
      @StateModel<SpeakerModel> var speaker = .init()
    }

    @ModelDependency(\.greeter) var greeter
    @ModelState private var state: State

    func mute() { greeter = Greeter { _ in "" } }
    func unmute() { $greeter.reset() }
  }

  struct SpeakerModel: Model {
    struct State: Equatable { var said: [String] = [] }
    @ModelDependency(\.greeter) var greeter
    @ModelState private var state: State

    func speak() {
      task {
        state.said.append(try await greeter.greet("x"))
      } catch: { _ in
      }
    }
  }

  @Test func aModelOverridesADependencyForItselfAndBelow() async {
    let store = Store<SoundModel>(initialState: .init()) { $0.greeter = Greeter { "<\($0)>" } }
    let speaker = store.model.$speaker
    speaker.speak()
    await pass(1)
    store.model.mute()
    speaker.speak()
    await pass(1)
    store.model.unmute()
    speaker.speak()
    await pass(1)
    #expect(speaker.said == ["<x>", "", "<x>"])
  }
}
