import StrataConcurrency
import Testing

@testable import StrataTesting

@Suite struct ScheduleShrinkerTests {
  @Test func leavesOutWhatDoesNotMatter() async {
    let long = Schedule(choices: [3, 1, 0, 2, 5, 0, 4, 1, 0, 0])
    let shortest = await ScheduleShrinker().shrink(long) { schedule in
      schedule.choices.count > 4 && schedule.choices[4] > 0
    }
    #expect(shortest == [0, 0, 0, 0, 1])
  }

  @Test func anEmptyScheduleThatFailsIsTheShortest() async {
    let shortest = await ScheduleShrinker().shrink([1, 2, 3]) { _ in true }
    #expect(shortest == [])
  }

  @Test func keepsChoicesThatMatterTogether() async {
    let shortest = await ScheduleShrinker().shrink([1, 1, 1, 1, 1, 1, 1, 1]) { schedule in
      let choices = schedule.choices
      return choices.count > 5 && choices[1] == 1 && choices[5] == 1
    }
    #expect(shortest == [0, 1, 0, 0, 0, 1])
  }

  @Test func aChoiceThatIsTheSmallestIsNotTriedAgain() async {
    var runs = 0
    let shortest = await ScheduleShrinker().shrink([0, 1]) { _ in
      runs += 1
      return false
    }
    #expect(shortest == [0, 1])
    #expect(runs == 1)
  }

  @Test func spendsNoMoreRunsThanItMay() async {
    var runs = 0
    let schedule = Schedule(choices: Array(repeating: 1, count: 100))
    _ = await ScheduleShrinker(limit: 10).shrink(schedule) { _ in
      runs += 1
      return false
    }
    #expect(runs == 10)
  }
}
