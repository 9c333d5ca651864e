import StrataOneStore
import StrataOneStoreTesting
import Testing

/// Tests with a test store, those that pass and those that must not.
struct TestingTests {
  @Test func eachStepIsAsserted() async throws {
    let store = TestStore<KanbanModel>(initialState: .init()) { $0.diary = Diary() }
    @TestModel var board = store.model
    board.addColumn("a")
    await $board.assert { $0.columns = [.init(id: "a")] }
    @TestModel var column = try #require(board.$columns.first)
    column.add(1, "one")
    await $column.assert { $0.cards = [.init(id: 1, title: "one")] }
    @TestModel var card = try #require(column.$cards.first)
    @TestModel var votes = card.$votes
    votes.increment()
    await $votes.count.assert(1)
    card.rename("two")
    await $card.title.assert("two")
  }

  @Test func anEventOfARowIsReceivedAndChangesItsParent() async throws {
    let store = TestStore<KanbanModel>(
      initialState: .init(columns: [.init(id: "a", cards: [.init(id: 1)])])
    ) { $0.diary = Diary() }
    @TestModel var board = store.model
    @TestModel var column = try #require(board.$columns.first)
    @TestModel var card = try #require(column.$cards.first)
    card.remove()
    await $card.receive(.onRemove)
    await $column.assert { $0.cards = [] }
  }

  @Test func aTaskIsFollowedToItsEnd() async throws {
    let store = TestStore<KanbanModel>(initialState: .init()) {
      $0.diary = Diary()
      $0.greeter.greet = { "\($0)!" }
    }
    @TestModel var board = store.model
    board.open("why")
    await $board.prompt.assert(.init(question: "why"))
    @TestModel var prompt = try #require(board.$prompt)
    prompt.ask()
    await $prompt.isAsking.assert(true)
    await $prompt.assert {
      $0.answer = "why!"
      $0.isAsking = false
    }
    await $prompt.receive(.onAnswer("why!"))
  }

  @Test func anErrorIsAsserted() async throws {
    struct Broken: Error {}
    let store = TestStore<KanbanModel>(initialState: .init(prompt: .init(question: "why"))) {
      $0.diary = Diary()
      $0.greeter.greet = { _ in throw Broken() }
    }
    @TestModel var board = store.model
    @TestModel var prompt = try #require(board.$prompt)
    prompt.ask()
    await $prompt.isAsking.assert(true)
    await $prompt.assert {
      $0.answer = "?"
      $0.isAsking = false
    }
  }

  @Test func aChangeThatIsNotAssertedFails() async {
    await withKnownIssue {
      let store = TestStore<TallyModel>(initialState: .init())
      @TestModel var tally = store.model
      tally.increment()
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("State not exhausted: at the end of the test")
      }
    }
  }

  @Test func aWrongExpectationFails() async {
    await withKnownIssue {
      let store = TestStore<TallyModel>(initialState: .init())
      @TestModel var tally = store.model
      tally.increment()
      await $tally.count.assert(2)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("The state is not the expected one") }
    }
  }

  @Test func anEventThatIsNotReceivedFails() async {
    await withKnownIssue {
      let store = TestStore<TallyModel>(initialState: .init(count: 9))
      @TestModel var tally = store.model
      tally.increment()
      await $tally.count.assert(10)
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("Events not exhausted: at the end of the test")
      }
    }
  }

  @Test func aTaskThatIsLeftFails() async {
    await withKnownIssue {
      let store = TestStore<WorkTests.PlayerModel>(initialState: .init())
      @TestModel var player = store.model
      _ = player.play("a", for: 100)
      await $player.log.assert(["+a"])
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("Tasks not exhausted: 1 task is still running")
      }
    }
  }

  @Test func whatIsNotAskedForNeedNotBeAsserted() async {
    let store = TestStore<TallyModel>(initialState: .init(count: 9))
    store.exhaustivity = [.state]
    @TestModel var tally = store.model
    tally.increment()
    await $tally.count.assert(10)
  }
}
