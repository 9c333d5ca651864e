import StrataConcurrency
import StrataRendering
import StrataSources
import Synchronization
import Testing

@Suite struct SourceTests {
  @Test func hasAModelAtAnyTimeAndTellsEachThatFollows() {
    let plain = Plain(1)
    let source = plain.eraseToSource()
    #expect(source.model == 1)
    let recorder = Recorder(source)
    plain.model = 2
    plain.model = 2
    plain.model = 3
    #expect(recorder.models == [1, 2, 2, 3])
    #expect(source.model == 3)
  }

  @Test func allFollowersGetTheSameUpdates() {
    let plain = Plain(0)
    let first = Recorder(plain.eraseToSource())
    plain.model = 1
    let second = Recorder(plain.eraseToSource())
    plain.model = 2
    #expect(first.models == [0, 1, 2])
    #expect(second.models == [1, 2])
  }

  @Test func initialModelIsEvaluatedOnceAndOnlyWhenNeeded() async {
    let counter = CounterSource()
    #expect(counter.evaluations == 0)
    let source = counter.eraseToSource()
    await onThreads(8) { _ in _ = source.model.count }
    #expect(counter.evaluations == 1)
  }

  @Test func aModelThatIsSetBeforeItIsNeededIsTheFirst() {
    let counter = CounterSource()
    counter.set(2)
    #expect(counter.model.count == 2)
    #expect(counter.evaluations == 0)
  }

  @Test func settingTheModelInItsOwnEvaluationWins() {
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Early: SourceOf<Int>, @unchecked Sendable {
      lazy var initialModel: Int = {
        model = 7
        return 1
      }()
    }
    #expect(Early().eraseToSource().model == 7)
  }

  @Test func subscribersAreToldBeforeTheSetterReturns() {
    let plain = Plain("a")
    let recorder = Recorder(plain.eraseToSource())
    plain.model = "b"
    #expect(recorder.models.last == "b")
    plain.model += "c"
    #expect(recorder.models == ["a", "b", "bc"])
  }

  @Test func whatASubscriberSetsIsToldInOrder() {
    final class Limiter: Sendable {
      let plain: Plain<Int>
      init(_ plain: Plain<Int>) { self.plain = plain }
      func take(_ value: Int) { if value > 10 { plain.model = 10 } }
    }
    let plain = Plain(0)
    let limiter = Limiter(plain)
    plain.eraseToSource().subscribe(limiter, method: Limiter.take)
    let recorder = Recorder(plain.eraseToSource())
    plain.model = 12
    #expect(recorder.models == [0, 12, 10])
  }

  @Test func erasedSourceKeepsItsImplementationAlive() {
    weak var weakCounter: CounterSource?
    var source: Source<CounterModel>?
    do {
      let counter = CounterSource()
      weakCounter = counter
      source = counter.eraseToSource()
    }
    #expect(weakCounter != nil)
    source?.model.increment?()
    #expect(source?.model.count == 1)
    source = nil
    #expect(weakCounter == nil)
  }

  @Test func erasuresOfOneObjectAreOneSource() {
    let plain = Plain(0)
    let changeListeners = (0..<3).map { _ in Recorder(plain.eraseToSource()) }
    plain.model = 5
    #expect(changeListeners.allSatisfy { $0.models == [0, 5] })
    #expect(plain.eraseToSource().sourceID == plain.eraseToSource().sourceID)
  }

  @Test func constantSourceHasItsModel() {
    #expect(Source(wrappedValue: 3).model == 3)
    #expect(Source(model: "x").model == "x")
  }

  @Test func wrapperReadsTheCurrentModelAndIsNoticed() {
    struct Holder: Sendable {
      @Source var model: Int
      init(_ source: Source<Int>) { _model = source }
    }
    let plain = Plain(1)
    let holder = Holder(plain.eraseToSource())
    let probe = RenderProbe { holder.model * 10 }
    plain.model = 4
    #expect(probe.output == 40)
    #expect(probe.evaluations == 2)
    #expect(holder.$model.model == 4)
  }

  @Test func changesInPlaceLoseNoUpdate() async {
    let plain = Plain(0)
    _ = plain.model
    await onThreads(8) { _ in
      for _ in 0..<500 { plain.model += 1 }
    }
    #expect(plain.model == 4_000)
  }

  @Test func threadsafePropertyLosesNoUpdate() async {
    let counter = CounterSource()
    await onThreads(8) { _ in
      for _ in 0..<500 { counter.evaluations += 1 }
    }
    #expect(counter.evaluations == 4_000)
  }

  @Test func describesIdentifiesAndComparesByModel() {
    struct Row: Identifiable, Hashable, Sendable { let id: Int }
    let a = Source(model: Row(id: 1))
    let b = Plain(Row(id: 1)).eraseToSource()
    #expect(a == b)
    #expect(a.id == 1)
    #expect(Set([a, b]).count == 1)
    #expect("\(Source(model: 3))" == "Source<Int>(model: 3)")
  }
}
