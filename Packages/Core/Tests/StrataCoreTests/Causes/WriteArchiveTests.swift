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
    let path = WritePath(
      to: Layout(name: "K", slots: []),
      owners: [property.context],
      slots: [0],
      places: [],
      declaresIdentity: false
    )
    let write = KeptWrite(
      round: 1,
      time: nil,
      path: path,
      slot: property.slot,
      old: .none,
      new: .text(text),
      cause: nil
    )
    _ = archive.add(write, of: property)
  }

  private func text(_ write: KeptWrite) -> String? { text(write.new) }

  private func text(_ value: KeptText) -> String? { value.text(WriteText(limit: 100)) }

  @Test func numbersRecordsFromOne() {
    var archive = WriteArchive(limits: .init())
    add(one, "a", to: &archive)
    add(two, "b", to: &archive)
    #expect(archive.writes.map(\.number) == [1, 2])
  }

  @Test func aBusyPropertyPushesOutItsOwnRecordsAlone() {
    var archive = WriteArchive(limits: .init(total: 100, perProperty: 3))
    add(two, "rare", to: &archive)
    for number in 1...1_000 { add(one, "\(number)", to: &archive) }
    #expect(archive.writes.compactMap(text) == ["rare", "998", "999", "1000"])
    #expect(archive.writes(of: [one]).compactMap(text) == ["998", "999", "1000"])
    #expect(archive.lastValue(of: one).flatMap(text) == "1000")
  }

  @Test(arguments: [(0, 3), (3, 0)])
  func withoutRoomNothingIsKept(total: Int, perProperty: Int) {
    var archive = WriteArchive(limits: .init(total: total, perProperty: perProperty))
    for number in 1...100 { add(one, "\(number)", to: &archive) }
    #expect(archive.writes.isEmpty && archive.lastValue(of: one) == nil)
  }

  @Test func beyondTheTotalTheOldestGo() {
    var archive = WriteArchive(limits: .init(total: 4, perProperty: 3))
    for number in 1...3 { add(one, "one \(number)", to: &archive) }
    for number in 1...3 { add(two, "two \(number)", to: &archive) }
    #expect(archive.writes.compactMap(text) == ["one 3", "two 1", "two 2", "two 3"])
    #expect(archive.writes(of: [two, one]).map(\.number) == [3, 4, 5, 6])
    #expect(archive.writes(in: one.context).compactMap(text) == ["one 3"])
  }

  @Test func aPropertyWhoseRecordsHaveGoneIsForgotten() {
    var archive = WriteArchive(limits: .init(total: 3, perProperty: 2))
    add(one, "a", to: &archive)
    for number in 1...100 { add(two, "\(number)", to: &archive) }
    add(two, "last", to: &archive)
    #expect(archive.writes(of: [one]).compactMap(text) == ["a"])
    let third = WriteArchive.Property(context: ContextID.next(), slot: 1)
    add(third, "x", to: &archive)
    #expect(archive.writes(of: [one]).isEmpty)
    #expect(archive.lastValue(of: one).flatMap(text) == nil)
    #expect(archive.writes.compactMap(text) == ["100", "last", "x"])
  }

  @Test func withoutRoomItKeepsNothingAndCountsOn() {
    var archive = WriteArchive(limits: .init(total: 0))
    add(one, "a", to: &archive)
    add(one, "b", to: &archive)
    #expect(archive.writes.isEmpty)
    #expect(archive.lastNumber == 2)
  }
}
