import StrataSources
import Testing

@Suite struct PlainOperatorTests {
  @Test func flatMapMayGiveTheSourceItselfForATime() {
    let number = Plain(1)
    let source = number.eraseToSource()
    let recorder = Recorder(source.flatMap { $0 < 0 ? Source(model: 0) : source })
    for next in [2, -1, 3, -2, 4] { number.model = next }
    #expect(recorder.models.last == 4)
    #expect(recorder.models.contains(0))
  }

  @Test func mapIsLazyAndKeepsEachUpdate() {
    let counter = CounterSource()
    let mapped = counter.eraseToSource().map { $0.count * 10 }
    #expect(counter.evaluations == 0)
    let recorder = Recorder(mapped)
    #expect(counter.evaluations == 1)
    counter.set(1)
    counter.set(1)
    #expect(recorder.models == [0, 10, 10])
  }

  @Test func filteredTakesOverOnlyWhatMatchesButHasTheCurrentModel() {
    let plain = Plain(1)
    let even = Recorder(plain.eraseToSource().filtered { $0.isMultiple(of: 2) })
    let odd = Recorder(plain.eraseToSource().filtering(using: { !$0.isMultiple(of: 2) }))
    for value in 2...5 { plain.model = value }
    #expect(even.models == [1, 2, 4])
    #expect(odd.models == [1, 3, 5])
  }

  @Test func previousOfTheFirstUpdateIsTheInitialModel() {
    let plain = Plain(1)
    let pairs = Recorder(plain.eraseToSource().currentAndPrevious())
    plain.model = 2
    plain.model = 3
    #expect(pairs.models.map(\.current) == [1, 2, 3])
    #expect(pairs.models.map(\.previous) == [nil, 1, 2])
  }

  @Test func duplicatesAreNotTakenOverNotEvenTheFirst() {
    let plain = Plain(1)
    let distinct = Recorder(plain.eraseToSource().filteringDuplicates())
    let parity = Recorder(plain.eraseToSource().filteringDuplicates(using: { $0 % 2 == $1 % 2 }))
    for value in [1, 1, 2, 4, 4, 3] { plain.model = value }
    #expect(distinct.models == [1, 2, 4, 3])
    #expect(parity.models == [1, 2, 3])
  }

  @Test func aSourceCombinedWithItselfIsOneInput() {
    let plain = Plain(1)
    var combined = plain.eraseToSource().map { [$0] }
    for _ in 0..<10 { combined = combined.combined(with: combined).map { $0 + $1 } }
    let sums = Recorder(combined.map { $0.reduce(0, +) })
    plain.model = 2
    #expect(sums.models == [1024, 2048])
  }

  @Test func twoWaysFromOneSourceAreToldOneAfterTheOther() {
    let plain = Plain(1)
    let source = plain.eraseToSource()
    let pairs = Recorder(
      source.map { $0 * 10 }.combined(with: source.map { $0 * 100 }).map { [$0, $1] }
    )
    let together = Recorder(source.map { [$0 * 10, $0 * 100] })
    plain.model = 2
    #expect(pairs.models == [[10, 100], [20, 100], [20, 200]])
    #expect(together.models == [[10, 100], [20, 200]])
  }

  @Test func optionalCombinedAndFlatMapped() {
    let (a, b) = (Plain(1), Plain("x"))
    #expect(Recorder(a.eraseToSource().optional()).models == [1])
    let pair = Recorder(a.eraseToSource().combined(with: b.eraseToSource()).map { "\($0)\($1)" })
    a.model = 2
    b.model = "y"
    #expect(pair.models == ["1x", "2x", "2y"])

    let inner = [Plain(10), Plain(20)]
    let choice = Plain(0)
    let latest = Recorder(choice.eraseToSource().flatMap { inner[$0].eraseToSource() })
    inner[0].model = 11
    choice.model = 1
    inner[0].model = 12
    inner[1].model = 21
    #expect(latest.models == [10, 11, 20, 21])
  }

  @Test func printingTellsEachUpdateAndPassesItOn() {
    let lines = Recorder<String>()
    let plain = Plain(1)
    let take: @Sendable (String) -> Void = { lines.take($0) }
    UpdatePrinting.with(take) {
      let all = [
        plain.eraseToSource()._printingUpdates(),
        plain.eraseToSource()._printingUpdates { "value \($0)" },
        plain.eraseToSource()._printingUpdates { "\($0) \($1)" },
      ].map(Recorder.init)
      plain.model = 2
      #expect(all.allSatisfy { $0.models == [1, 2] })
    }
    #expect(
      lines.models == [
        "Source<Int> initial model: 1", "value 1", "1 true",
        "Source<Int> updated: 2", "value 2", "2 false",
      ]
    )
  }

  @Test func composedSourceIsPutTogetherOnceWhenNeeded() {
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Title: ComposedSource<String>, @unchecked Sendable {
      init(_ made: Recorder<Int>, _ name: Source<String>, _ count: Source<Int>) {
        super.init {
          made.take(1)
          return name.combined(with: count).map { "\($0): \($1)" }
        }
      }
    }
    let made = Recorder<Int>()
    let (name, count) = (Plain("n"), Plain(0))
    let title = Title(made, name.eraseToSource(), count.eraseToSource())
    #expect(made.models.isEmpty)
    let recorder = Recorder(title.eraseToSource())
    count.model = 1
    _ = title.model
    #expect(recorder.models == ["n: 0", "n: 1"])
    #expect(made.models == [1])
  }

  @Test func mutableSourceIsSetByItsActionAndShownWithoutIt() {
    let mutable = MutableSource(1).eraseToSource()
    let values = Recorder(mutable.nonmutating())
    mutable.model.set(5)
    mutable.model.set(6)
    #expect(values.models == [1, 5, 6])
  }

  @Test func chainsReleaseEverything() {
    weak var source: Plain<Int>?
    weak var recorder: Recorder<String>?
    do {
      let plain = Plain(1)
      source = plain
      let last = Recorder(
        plain.eraseToSource().map { $0 + 1 }.filteringDuplicates().currentAndPrevious()
          .map { "\($0.current)" }
      )
      recorder = last
      plain.model = 2
    }
    #expect(source == nil)
    #expect(recorder == nil)
  }
}
