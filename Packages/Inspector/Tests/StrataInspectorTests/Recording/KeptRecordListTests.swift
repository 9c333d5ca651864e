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

  @Test("What remains after some were taken goes on")
  func rest() {
    var list = KeptRecordList((0..<600).map { .line($0) }.dropFirst(300))
    list.append(.line(600))
    #expect(list.count == 301)
    #expect(numbers(list) == Array(300...600))
  }

  @Test("Records that were read stay as they were while more follow")
  func snapshot() {
    var list = KeptRecordList((0..<300).map { .line($0) })
    let read = list.pages
    for number in 300..<700 { list.append(.line(number)) }
    #expect(read.joined().count == 300)
    #expect(numbers(list) == Array(0..<700))
  }
}
