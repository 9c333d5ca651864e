import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct WriteArchiveTests {
  private let one = WriteArchive.Property(context: ContextID.next(), slot: 0)
  private let two = WriteArchive.Property(context: ContextID.next(), slot: 0)

  private func add(
    _ property: WriteArchive.Property,
    _ text: String,
    to archive: inout WriteArchive
  ) {
    let record = WriteRecord(number: 0, round: 1, places: [], property: "p", new: text)
    _ = archive.add(record, of: property, owners: [property.context])
  }

  @Test func numbersRecordsFromOne() {
    var archive = WriteArchive(limits: .init())
    add(one, "a", to: &archive)
    add(two, "b", to: &archive)
    #expect(archive.records.map(\.number) == [1, 2])
  }

  @Test func aBusyPropertyPushesOutItsOwnRecordsAlone() {
    var archive = WriteArchive(limits: .init(total: 100, perProperty: 3))
    add(two, "rare", to: &archive)
    for number in 1...1_000 { add(one, "\(number)", to: &archive) }
    #expect(archive.records.map(\.new) == ["rare", "998", "999", "1000"])
    #expect(archive.records(of: [one]).map(\.new) == ["998", "999", "1000"])
    #expect(archive.lastText(of: one) == "1000")
  }

  @Test func beyondTheTotalTheOldestGo() {
    var archive = WriteArchive(limits: .init(total: 4, perProperty: 3))
    for number in 1...3 { add(one, "one \(number)", to: &archive) }
    for number in 1...3 { add(two, "two \(number)", to: &archive) }
    #expect(archive.records.map(\.new) == ["one 3", "two 1", "two 2", "two 3"])
    #expect(archive.records(of: [two, one]).map(\.number) == [3, 4, 5, 6])
    #expect(archive.records(in: one.context).map(\.new) == ["one 3"])
  }

  @Test func aPropertyWhoseRecordsHaveGoneIsForgotten() {
    var archive = WriteArchive(limits: .init(total: 3, perProperty: 2))
    add(one, "a", to: &archive)
    for number in 1...100 { add(two, "\(number)", to: &archive) }
    add(two, "last", to: &archive)
    #expect(archive.records(of: [one]).map(\.new) == ["a"])
    let third = WriteArchive.Property(context: ContextID.next(), slot: 1)
    add(third, "x", to: &archive)
    #expect(archive.records(of: [one]).isEmpty)
    #expect(archive.lastText(of: one) == nil)
    #expect(archive.records.map(\.new) == ["100", "last", "x"])
  }

  @Test func withoutRoomItKeepsNothingAndCountsOn() {
    var archive = WriteArchive(limits: .init(total: 0))
    add(one, "a", to: &archive)
    add(one, "b", to: &archive)
    #expect(archive.records.isEmpty)
    #expect(archive.lastNumber == 2)
  }
}
