import Testing

@testable import StrataInspector

@Suite struct KeptRecordListTests {
  private func numbers(_ list: KeptRecordList) -> [Int] {
    list.pages.joined().compactMap { record in
      if case .line(let number) = record { number } else { nil }
    }
  }

  @Test(
    "Records stand in their order, whatever their number",
    arguments: [0, 1, 255, 256, 257, 600]
  )
  func order(count: Int) {
    var list = KeptRecordList()
    for number in 0..<count { list.append(.line(number)) }
    #expect(list.count == count)
    #expect(list.isEmpty == (count == 0))
    #expect(numbers(list) == Array(0..<count))
  }

  @Test(
    "What is taken and what remains are the records as they were",
    arguments: [0, 1, 255, 256, 257, 300, 511, 512, 599, 600, 700]
  )
  func taking(count: Int) {
    var list = KeptRecordList()
    for number in 0..<600 { list.append(.line(number)) }
    var asked = 0
    let taken = list.take { _ in
      asked += 1
      return asked <= count
    }
    #expect(asked <= count + 1)
    let end = min(count, 600)
    #expect(taken.joined().count == end)
    #expect(list.count == 600 - end)
    for number in 600..<900 { list.append(.line(number)) }
    #expect(numbers(list) == Array(end..<900))
    #expect(list.count == 900 - end)
  }

  @Test("Records that were read stay as they were while more follow")
  func snapshot() {
    var list = KeptRecordList()
    for number in 0..<300 { list.append(.line(number)) }
    let read = list.pages
    for number in 300..<700 { list.append(.line(number)) }
    #expect(read.joined().count == 300)
    #expect(numbers(list) == Array(0..<700))
  }

  @Test("No list of records is longer than 256, and none but the last is shorter")
  func pages() {
    var list = KeptRecordList()
    for number in 0..<600 { list.append(.line(number)) }
    #expect(list.pages.map(\.count) == [256, 256, 88])
  }
}
