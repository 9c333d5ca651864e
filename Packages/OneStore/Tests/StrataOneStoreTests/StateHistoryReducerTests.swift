import Testing

@testable import StrataOneStore

@Suite struct StateHistoryReducerTests {
  /// The numbers of the records that are left of some at these times.
  private func left(_ times: [Int], _ reducer: StateHistoryReducer<Int>) -> [Int] {
    var records = times.enumerated().map { number, time in
      StateRecord(state: time, time: .seconds(time), number: number)
    }
    reducer.reduce(&records)
    return records.map(\.number)
  }

  @Test func theTailKeepsTheLastRecords() {
    let times = [0, 1, 2, 3]
    #expect(left(times, .tail(maxCount: 5)) == [0, 1, 2, 3])
    #expect(left(times, .tail(maxCount: 4)) == [0, 1, 2, 3])
    #expect(left(times, .tail(maxCount: 3)) == [1, 2, 3])
    #expect(left(times, .tail(maxCount: 0)) == [])
  }

  @Test func theClosestRecordGoesAndTheEarlierOfTwo() {
    #expect(left([0, 1, 2, 3], .timeDelta(maxCount: 3)) == [0, 2, 3])
    #expect(left([0, 5, 6, 10], .timeDelta(maxCount: 3)) == [0, 1, 3])
    #expect(left([0, 1, 2], .timeDelta(maxCount: 3)) == [0, 1, 2])
  }

  @Test func theFirstAndTheLastRecordStay() {
    #expect(left([0, 1, 2, 3], .timeDelta(maxCount: 1)) == [0, 3])
    #expect(left([0, 1], .timeDelta(maxCount: 1)) == [0, 1])
    #expect(left([0], .timeDelta(maxCount: 0)) == [0])
  }
}
