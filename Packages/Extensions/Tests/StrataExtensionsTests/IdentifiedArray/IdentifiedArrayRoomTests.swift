import Foundation
import StrataExtensions
import Testing

/// Room that is made before elements come.
///
/// A table that grows hashes all its ids again, so the hashes tell whether there was room.
@Suite struct IdentifiedArrayRoomTests {
  private let counter = WorkCounter()

  private var elements: [Counted] {
    (0..<1_000).map { Counted(number: $0, counter: counter) }
  }

  /// The hashes of adding the elements one by one.
  private func hashes(addingTo rows: inout IdentifiedArrayOf<Counted>) -> Int {
    counter.work { for element in elements { rows.append(element) } }.hashes
  }

  @Test func growingToReservedRoomAllocatesOnce() {
    var rows: IdentifiedArrayOf<Row> = []
    rows.reserveCapacity(1_000)
    let capacity = rows.elements.capacity
    #expect(capacity >= 1_000)
    for number in 0..<1_000 { rows.append(Row(number)) }
    #expect(rows.elements.capacity == capacity)
  }

  @Test func aTableWithRoomDoesNotHashItsIDsAgain() {
    var growing: IdentifiedArrayOf<Counted> = []
    var reserved: IdentifiedArrayOf<Counted> = []
    reserved.reserveCapacity(1_000)
    let most = hashes(addingTo: &growing)
    #expect(hashes(addingTo: &reserved) < most)
    let elements = elements
    #expect(counter.work { _ = IdentifiedArray(uniqueElements: elements) }.hashes < most)
    #expect(counter.work { _ = IdentifiedArray(elements) }.hashes < most)
  }

  @Test func decodingMakesRoomForAllElements() throws {
    var growing: IdentifiedArrayOf<Counted> = []
    let most = hashes(addingTo: &growing)
    let data = try JSONEncoder().encode(Array(0..<1_000))
    let decoder = JSONDecoder()
    decoder.userInfo[try #require(DecodedCounted.counter)] = counter
    var decoded: IdentifiedArrayOf<DecodedCounted>?
    let work = counter.work {
      decoded = try? decoder.decode(IdentifiedArrayOf<DecodedCounted>.self, from: data)
    }
    #expect(decoded?.count == 1_000)
    #expect(work.hashes < most)
  }

  @Test func roomThatACopyReservesIsItsOwn() {
    var growing: IdentifiedArrayOf<Counted> = [Counted(number: -1, counter: counter)]
    var rows: IdentifiedArrayOf<Counted> = [Counted(number: -1, counter: counter)]
    var copy = rows
    copy.reserveCapacity(1_001)
    #expect(hashes(addingTo: &rows) == hashes(addingTo: &growing))
    #expect(copy.count == 1)
  }
}

/// An element that is decoded from a number, and counts the uses of its id.
private struct DecodedCounted: Identifiable, Decodable {
  static let counter = CodingUserInfoKey(rawValue: "counter")

  let id: Counted.ID

  init(from decoder: any Decoder) throws {
    let counter = Self.counter.flatMap { decoder.userInfo[$0] as? WorkCounter } ?? WorkCounter()
    let number = try decoder.singleValueContainer().decode(Int.self)
    id = Counted.ID(number: number, counter: counter)
  }
}
