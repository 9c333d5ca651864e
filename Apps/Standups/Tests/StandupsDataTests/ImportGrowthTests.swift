import Foundation
import Testing

@testable import StandupsData

/// The cost of an import of many rows; a count represents its time.
@Suite struct ImportGrowthTests {
  /// The second import finds each row by its title, the third by its handle.
  @Test func findsEachOfManyRowsWithTitlesThatAreAlike() throws {
    let rows = (0..<2_000).map {
      TeamTable.Row(title: "Team " + String(repeating: "!", count: $0 % 50) + "\($0)")
    }
    let alike = (0..<60).map {
      TeamTable.Row(title: "same" + String(repeating: "!", count: $0 + 1))
    }
    var document = StandupsDocument()
    let ids = CountingIDs()
    #expect(try document.merge(rows + alike, makeID: ids.next).added.count == 2_060)
    #expect(Set(document.standups.map(\.handle)).count == 2_060)
    #expect(document.standups.suffix(2).map(\.handle) == ["same-59", "same-60"])
    let again = try document.merge(rows + alike, makeID: ids.next)
    #expect(again.unchanged.count == 2_060)
    #expect(again.added.isEmpty)
  }

  /// Each new handle costs the same, however many titles are alike.
  @Test(arguments: [100, 1_000]) func looksUpTwoHandlesForEachRow(count: Int) {
    var free = FreeHandles()
    var taken: Set<String> = []
    for number in 0..<count {
      let title = number.isMultiple(of: 2) ? "Team" : "Team \(number)"
      taken.insert(free.make(from: title, taken: taken))
    }
    #expect(taken.count == count)
    #expect(free.lookups <= 2 * count)
  }

  @Test func aRowThatRenamesAStandupIsFoundByItsNewTitle() throws {
    var document = StandupsDocument()
    let ids = CountingIDs()
    _ = try document.merge([TeamTable.Row(title: "Old", handle: "ops")], makeID: ids.next)
    let summary = try document.merge(
      [
        TeamTable.Row(title: "New", handle: "ops"), TeamTable.Row(title: "new"),
        TeamTable.Row(title: "Old"),
      ],
      makeID: ids.next
    )
    #expect(summary.updated == ["ops", "ops"])
    #expect(summary.added == ["old"])
    #expect(document.standups.map(\.title) == ["new", "Old"])
  }
}
