import StrataConcurrency
import StrataOneStore
import StrataRendering
import Synchronization
import Testing

/// Counts how often a property is computed.
private final class Count: Sendable {
  private let number = Atomic<Int>(0)
  var value: Int { number.load(ordering: .relaxed) }
  func add() { number.wrappingAdd(1, ordering: .relaxed) }
}

private struct SheetModel: Model {
  struct State: Sendable {
    var count = 0
    var numbers = [1, 2]
    var other = 0
    var computations: Count?

    var sum: Int {
      computations?.add()
      return numbers.reduce(count, +)
    }
  }

  @ModelState private var state: State

  func add(_ number: Int) { state.count += number }
  func append(_ number: Int) { state.numbers.append(number) }
  func setOther(_ other: Int) { state.other = other }
}

/// What a store does for the views that follow it, and ceases to do when they have gone.
@Suite(.timeLimit(.minutes(10))) struct FollowerTests {
  private let count: Count
  private let store: Store<SheetModel>
  private var sheet: SheetModel { store.model }

  init() {
    let count = Count()
    self.count = count
    store = Store(initialState: .init(computations: count))
  }

  @Test func aPropertyThatNoViewFollowsIsComputedForNoChange() {
    let probe = RenderProbe { [sheet] in sheet.sum }
    #expect(probe.output == 3)
    probe.cancel()
    sheet.add(1)
    let before = count.value
    for _ in 0..<10 { sheet.add(1) }
    #expect(count.value == before)
    #expect(sheet.sum == 14)
  }

  @Test func aPropertyThatAViewFollowsIsComputedOnceForEachChange() {
    let probe = RenderProbe { [sheet] in sheet.sum }
    let before = count.value
    for number in 1...10 {
      sheet.add(1)
      for _ in 0..<5 { #expect(sheet.sum == 3 + number) }
    }
    #expect(count.value == before + 10)
    #expect(probe.output == 13)
  }

  @Test func aViewThatComesAfterTheOthersHaveGoneIsUpdated() {
    for round in 0..<3 {
      let probe = RenderProbe { [sheet] in "\(sheet.sum) \(sheet.count) \(sheet.numbers.count)" }
      #expect(probe.output == "\(3 + 2 * round) \(2 * round) 2")
      sheet.add(1)
      #expect(probe.output == "\(4 + 2 * round) \(2 * round + 1) 2")
      probe.cancel()
      sheet.add(1)
    }
  }

  @Test func aViewIsNotEvaluatedForAnEqualValueOfWhatItFollows() {
    let probe = RenderProbe { [sheet] in sheet.numbers.count + sheet.count }
    for _ in 0..<5 { sheet.setOther(1) }
    sheet.add(0)
    #expect(probe.evaluations == 1)
    sheet.append(5)
    #expect(probe.evaluations == 2)
    #expect(probe.output == 3)
  }

  @Test func anArrayThatIsChangedInItsPlaceIsNoticed() {
    let probe = RenderProbe { [sheet] in sheet.numbers }
    for number in 3...6 { sheet.append(number) }
    #expect(probe.output == [1, 2, 3, 4, 5, 6])
    #expect(probe.evaluations == 5)
  }

  @Test func aReadOutsideOfViewsIsOfTheLiveStateWhileAnotherIsShown() {
    let probe = RenderProbe { [sheet] in sheet.sum }
    store.stateOverride = .init(count: 100)
    #expect(probe.output == 103)
    #expect(sheet.sum == 3)
    sheet.add(1)
    #expect(sheet.sum == 4)
    #expect(probe.output == 103)
    store.stateOverride = nil
    #expect(probe.output == 4)
    #expect(sheet.sum == 4)
  }

  @Test(arguments: 0..<8)
  func viewsThatComeAndGoSeeWhatThePlainValueSays(_ seed: Int) {
    var numbers = RandomNumbers(UInt64(seed) &* 31 &+ 7)
    var plain = SheetModel.State()
    var probes: [(probe: RenderProbe<Int>, expected: (SheetModel.State) -> Int)] = []
    let bodies: [(@Sendable (SheetModel) -> Int, (SheetModel.State) -> Int)] = [
      ({ $0.sum }, { $0.sum }),
      ({ $0.count }, { $0.count }),
      ({ $0.numbers.count * 10 + $0.other }, { $0.numbers.count * 10 + $0.other }),
    ]
    for _ in 0..<500 {
      let former = plain
      let counts = probes.map(\.probe.evaluations)
      switch numbers.next(below: 8) {
      case 0:
        let (body, expected) = bodies[numbers.next(below: bodies.count)]
        probes.append((RenderProbe { [sheet] in body(sheet) }, expected))
      case 1 where !probes.isEmpty:
        probes.remove(at: numbers.next(below: probes.count)).probe.cancel()
      case 2:
        sheet.append(1)
        plain.numbers.append(1)
      case 3:
        let other = numbers.next(below: 2)
        sheet.setOther(other)
        plain.other = other
      default:
        let number = numbers.next(below: 3) - 1
        sheet.add(number)
        plain.count += number
      }
      #expect(probes.map(\.probe.output) == probes.map { $0.expected(plain) })
      guard counts.count == probes.count else { continue }
      for (index, entry) in probes.enumerated() {
        let isNotified = entry.probe.evaluations - counts[index]
        #expect(isNotified == (entry.expected(former) == entry.expected(plain) ? 0 : 1))
      }
    }
    for entry in probes { entry.probe.cancel() }
  }

  @Test func viewsThatComeAndGoBesideWritersEndWithTheLastValues() async {
    let sheet = sheet
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask { for _ in 0..<2_000 { sheet.add(1) } }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<200 {
            let probe = RenderProbe { sheet.sum - sheet.count }
            sheet.add(1)
            #expect(probe.output == 3)
            probe.cancel()
          }
        }
      }
    }
    let probe = RenderProbe { sheet.sum }
    #expect(probe.output == 4_403)
    #expect(sheet.count == 4_400)
  }
}
