import StrataOneStore
import Testing

private struct Failure: Error {}

private struct Worker: Model {
  struct State: Equatable, Sendable {
    var count = 0
    var isPrime: Bool?
    @StateModel<CounterModel?> var child = nil
  }

  @ModelState private var state: State

  func set(_ count: Int) { state.count = count }
  func setChild(_ child: CounterModel.State?) { state.child = child }

  func run(_ notes: Collected<String>, throwing error: (any Error & Sendable)? = nil) {
    task {
      if let error { throw error }
      state.count += 1
      notes.add("ran \(state.count)")
    } catch: { _ in
      notes.add("failed")
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct WorkTests {
  @Test func workReadsAndWritesTheState() async {
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let notes = Collected<String>()
    store.model.run(notes)
    #expect(await notes.first(1) == ["ran 1"])
    store.model.run(notes, throwing: Failure())
    #expect(await notes.first(2) == ["ran 1", "failed"])
  }

  @Test func aCancellationIsNoError() async {
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<String>()
    model.run(notes, throwing: CancellationError())
    let work = model.task {
      notes.add("begun")
      while !Task.isCancelled { await Task.yield() }
      notes.add("cancelled")
      throw Failure()
    } catch: { _ in
      notes.add("caught")
    }
    _ = await notes.first(1)
    work.cancel()
    work.cancel()
    #expect(await notes.first(2) == ["begun", "cancelled"])
    model.run(notes)
    #expect(await notes.first(3) == ["begun", "cancelled", "ran 1"])
  }

  @Test func workEndsWithTheStateAndNoneBeginsAfterIt() async {
    let store = Store<Worker>(initialState: .init(child: .init()))
    defer { withExtendedLifetime(store) {} }
    let notes = Collected<String>()
    let child = store.model.$child
    child?.task {
      notes.add("begun")
      while !Task.isCancelled { await Task.yield() }
      notes.add("cancelled")
    }
    child?.onDeactivate { notes.add("deactivated") }
    _ = await notes.first(1)
    store.model.setChild(nil)
    #expect(Set(await notes.first(3)) == ["begun", "cancelled", "deactivated"])
    child?.task { notes.add("late") }
    store.model.run(notes)
    #expect(await notes.first(4).last == "ran 1")
  }

  @Test func aLoopTakesTheNextElementWhenTheBodyHasReturned() async {
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let notes = Collected<String>()
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    store.model.forEach(stream) { value in
      notes.add("begin \(value)")
      await Task.yield()
      notes.add("end \(value)")
    }
    for value in 1...3 { source.yield(value) }
    #expect(
      await notes.first(6) == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"]
    )
  }

  @Test func aBodyThatThrowsDoesNotEndTheLoop() async {
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let notes = Collected<String>()
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    store.model.forEach(stream) { value in
      if value == 1 { throw Failure() }
      notes.add("\(value)")
    } catch: { _ in
      notes.add("failed")
    }
    source.yield(1)
    source.yield(2)
    #expect(await notes.first(2) == ["failed", "2"])
  }

  @Test func aNewElementCancelsTheRunningBody() async {
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let notes = Collected<String>()
    let model = store.model
    let loop = model.forEach(model.values(of: \.count), cancelPrevious: true) { value in
      notes.add("begin \(value)")
      // Without a cancellation the body comes to its end as well, and says so.
      for _ in 0..<50_000 {
        guard !Task.isCancelled else { break }
        await Task.yield()
      }
      notes.add(Task.isCancelled ? "cancelled \(value)" : "end \(value)")
    }
    _ = await notes.first(1)
    model.set(1)
    #expect(await notes.first(3) == ["begin 0", "cancelled 0", "begin 1"])
    loop.cancel()
    #expect(await notes.first(4).last == "cancelled 1")
  }

  @Test func keysAreOfOneModelAlone() async {
    let store = Store<Worker>(initialState: .init(child: .init()))
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<String>()
    model.onCancel { notes.add("own") }.cancel(for: "key")
    model.$child?.onCancel { notes.add("child") }.cancel(for: "key")
    model.cancelAll(for: "key")
    model.cancelAll(for: "key")
    #expect(notes.all == ["own"])
    model.$child?.cancelAll(for: "key")
    #expect(notes.all == ["own", "child"])
  }

  @Test func contextsTagWhatIsBegunInThem() {
    enum Outer {}
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<String>()
    model.withCancellationContext(for: Outer.self) {
      model.onCancel { notes.add("outer") }
      model.withCancellationContext("inner") { _ = model.onCancel { notes.add("inner") } }
    }
    model.cancelAll(for: "inner")
    #expect(notes.all == ["inner"])
    model.cancelAll(for: Outer.self)
    #expect(notes.all == ["inner", "outer"])
  }

  @Test func contextsTagWhatIsBegunWhileTheyWait() async {
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<String>()
    await model.withCancellationContext(for: "key") {
      await Task.yield()
      model.onCancel { notes.add("later") }
    }
    model.cancelAll(for: "key")
    #expect(notes.all == ["later"])
  }

  @Test func newWorkReplacesThatInFlight() {
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<String>()
    for number in 1...3 {
      model.onCancel { notes.add("\(number)") }.cancel(for: "key", cancelInFlight: true)
    }
    #expect(notes.all == ["1", "2"])
    for number in 4...6 { model.onCancel { notes.add("\(number)") }.cancelInFlight() }
    #expect(notes.all == ["1", "2", "4", "5"])
  }

  @Test func valuesBeginWithThePresentOneAndLoseNone() async {
    let store = Store<Worker>(initialState: .init(count: 5))
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<String>()
    model.forEach(model.values(of: \.count)) { notes.add("value \($0)") }
    _ = await notes.first(1)
    for count in [5, 6, 6, 7, 8] { model.set(count) }
    #expect(await notes.first(4) == ["value 5", "value 6", "value 7", "value 8"])
  }

  @Test func changesBeginWithTheNextOne() async {
    let store = Store<Worker>(initialState: .init(count: 5))
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<Int>()
    let changes = model.changes(of: \.count)
    model.set(5)
    model.set(9)
    model.set(10)
    model.forEach(changes) { notes.add($0) }
    #expect(await notes.first(2) == [9, 10])
  }

  @Test func anEqualityOfOnesOwnDecidesWhatChanges() async {
    let store = Store<Worker>(initialState: .init())
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<Int>()
    model.forEach(model.values(of: \.count, isSame: { $0 / 10 == $1 / 10 })) { notes.add($0) }
    let later = Collected<Int>()
    model.forEach(model.changes(of: \.count, isSame: { $0 / 10 == $1 / 10 })) { later.add($0) }
    for count in [3, 12, 15, 21] { model.set(count) }
    #expect(await notes.first(3) == [0, 12, 21])
    #expect(await later.first(2) == [12, 21])
  }

  @Test func allChangesOfAModelAreSeenAlsoThoseBelow() async {
    let store = Store<Worker>(initialState: .init(child: .init()))
    defer { withExtendedLifetime(store) {} }
    let model = store.model
    let notes = Collected<Int>()
    model.forEach(model.allChanges()) { notes.add($0.count * 10 + ($0.child?.count ?? 0)) }
    model.set(1)
    model.$child?.incrementTapped()
    model.set(1)
    model.set(2)
    #expect(await notes.first(3) == [10, 11, 21])
  }
}
