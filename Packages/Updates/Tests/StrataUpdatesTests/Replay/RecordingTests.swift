import Foundation
import StrataConcurrency
import StrataUpdates
import Testing

private struct Game: Codable, ModelProtocol {
  enum Action: Codable, Equatable, Sendable {
    case roll(Int)
    case reset
    case bonus(Int)
  }

  struct Environment: Sendable {
    var factor = 1
  }

  var score = 0
  var rolls: [Int] = []

  static func update(state: Game, action: Action, environment: Environment) -> UpdateOf<Game> {
    var game = state
    switch action {
    case .roll(let eyes):
      game.score += eyes * environment.factor
      game.rolls.append(eyes)
      return Update(state: game, fx: eyes == 6 ? .just(.bonus(10)) : .empty)
    case .bonus(let points): game.score += points
    case .reset: game = Game()
    }
    return Update(state: game)
  }
}

@Suite struct RecordingTests {
  private func record(_ actions: [Game.Action]) -> Recording<Game, Game.Action> {
    let store = Store(state: Game(score: 100), environment: Game.Environment())
    let recorder = StoreRecorder(store)
    for action in actions { store.send(action) }
    return recorder.recording
  }

  @Test func recordsEachActionWithItsOriginAndItsState() {
    let recording = record([.roll(2), .roll(6)])
    #expect(recording.initialState == Game(score: 100))
    #expect(recording.actions == [.roll(2), .roll(6), .bonus(10)])
    #expect(recording.entries.map(\.origin) == [.sent, .sent, .effect])
    #expect(recording.entries.map(\.state.score) == [102, 108, 118])
    #expect(recording.finalState.rolls == [2, 6])
  }

  @Test func theRecordedActionsGiveTheRecordedStates() throws {
    let recording = record([.roll(2), .roll(6), .reset, .roll(3)])
    #expect(try recording.replay(environment: Game.Environment()) == recording.finalState)
    #expect(
      try recording.replay(update: Game.update(state:action:environment:), environment: .init())
        .score == 3
    )
    #expect(
      try Recording<Game, Game.Action>(initialState: Game()).replay(environment: .init()) == Game()
    )
  }

  @Test func theFirstDivergenceIsNamed() throws {
    let recording = record([.reset, .roll(0), .roll(2), .roll(3)])
    let divergence = try #require(throws: ReplayDivergence.self) {
      try recording.replay(environment: Game.Environment(factor: 2))
    }
    #expect(divergence.index == 2)
    #expect(divergence.count == 4)
    #expect(divergence.action == "roll(2)")
    #expect(
      "\(divergence)".hasPrefix(
        """
        The replay parts from the recording at action 3 of 4, roll(2). From the recorded state (-) \
        to the replayed one (+):
        """
      )
    )
    #expect(divergence.difference.contains("score: 2"))
    #expect(divergence.difference.contains("score: 4"))
    #expect(divergence.recordedChange.contains("score: 0"))
  }

  /// An update function that depends on more than its arguments is found out.
  @Test func aFunctionThatRemembersIsFoundOut() throws {
    let calls = Locked(0, rank: .leaf)
    let update: @Sendable (Int, Int, Void) -> Update<Int, Int> = { state, action, _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      return Update(state: state + action * (call == 5 ? 2 : 1))
    }
    let store = Store(update: update, state: 0, environment: ())
    let recorder = StoreRecorder(store)
    for number in 1...3 { store.send(number) }
    let divergence = try #require(throws: ReplayDivergence.self) {
      try recorder.recording.replay(update: update, environment: ())
    }
    #expect(divergence.index == 1)
  }

  @Test func aRecordingSurvivesItsFile() throws {
    let recording = record([.roll(2), .roll(6)])
    let data = try JSONEncoder().encode(recording)
    let read = try JSONDecoder().decode(Recording<Game, Game.Action>.self, from: data)
    #expect(read == recording)
    #expect(try read.replay(environment: Game.Environment()).score == 118)
  }

  @Test func aRecordingIsWrittenAndReadAsJSON() throws {
    let recording = record([.roll(2), .roll(6)])
    let data = try recording.jsonData()
    #expect(try Recording<Game, Game.Action>(json: data) == recording)
    #expect(try recording.jsonData() == data)
  }

  /// Foundation's decoder alone ends the program for some of them.
  @Test func nestedDataThatHoldNoRecordingAreAnError() async {
    await #expect(processExitsWith: .success) {
      for count in 510...516 {
        for start in ["", #"{"entries":"#, #"{"initialState":"#] {
          let data = Data((start + String(repeating: "[", count: count)).utf8)
          #expect(throws: (any Error).self) { try Recording<Int, Int>(json: data) }
        }
      }
    }
  }

  @Test func statesThatAreChangedInPlaceAreReplayedToo() throws {
    let change: Store<[Int], Int, Void>.InPlaceFunction = { state, action, _ in
      state.append(action)
      return Update(fx: action == 1 ? .just(2) : .empty)
    }
    let store = Store(changing: change, state: [], environment: ())
    let recorder = StoreRecorder(store)
    store.send(1)
    #expect(recorder.recording.entries.map(\.state) == [[1], [1, 2]])
    #expect(try recorder.recording.replay(changing: change, environment: ()) == [1, 2])
  }

  @Test func aLimitForgetsTheOldest() throws {
    let store = Store(state: Game(), environment: Game.Environment())
    let recorder = StoreRecorder(store, limit: 3)
    for _ in 0..<100 { store.send(.roll(1)) }
    let recording = recorder.recording
    #expect((3...6).contains(recording.entries.count))
    #expect(recording.initialState.score == 100 - recording.entries.count)
    #expect(try recording.replay(environment: Game.Environment()).score == 100)
  }

  @Test func moreThanTwiceTheLimitIsForgottenDownToTheLimit() {
    let store = Store(state: Game(), environment: Game.Environment())
    let recorder = StoreRecorder(store, limit: 3)
    let counts = (1...10).map { _ in
      store.send(.roll(1))
      return recorder.recording.entries.count
    }
    #expect(counts == [1, 2, 3, 4, 5, 6, 3, 4, 5, 6])
  }

  /// The state may change between the making of a recorder and its turn.
  @Test func aRecordingBeginsWithTheStateBeforeItsFirstAction() throws {
    let update: @Sendable (Int, Int, Void) -> Update<Int, Int> = { state, action, _ in
      Update(state: state + action)
    }
    let executor = ManualExecutor()
    let store = Store(update: update, state: 1, environment: (), executor: executor)
    store.send(2)
    let recorder = StoreRecorder(store)
    store.send(4)
    executor.run()
    #expect(recorder.recording.initialState == 3)
    #expect(recorder.recording.actions == [4])
    #expect(try recorder.recording.replay(update: update, environment: ()) == 7)
  }

  @Test func aStoppedRecorderKeepsWhatItHas() {
    let store = Store(state: Game(), environment: Game.Environment())
    let recorder = StoreRecorder(store)
    store.send(.roll(1))
    recorder.stop()
    store.send(.roll(2))
    #expect(recorder.recording.actions == [.roll(1)])
  }
}
