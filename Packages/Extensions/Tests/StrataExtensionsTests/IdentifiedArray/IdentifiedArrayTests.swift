import StrataExtensions
import Testing

@Suite struct IdentifiedArrayTests {
  @Test func findsElementsByID() {
    let array: IdentifiedArrayOf<Row> = [Row(3, "c"), Row(1, "a")]
    #expect(array.index(id: 1) == 1)
    #expect(array[id: 3]?.title == "c")
    #expect(array[id: 2] == nil)
    #expect(array.contains(id: 3))
    #expect(!array.contains(id: 2))
    #expect(array.ids == [3, 1])
    #expect(array.elements == [Row(3, "c"), Row(1, "a")])
  }

  @Test func findsElementsByComputedIDs() {
    var array: IdentifiedArrayOf<Named> = [Named(name: "Blob")]
    #expect(array[id: "blob"] == Named(name: "Blob"))
    #expect(array.append(Named(name: "BLOB")).inserted == false)
    array[id: "blob"]?.name = "BLOB"
    #expect(array[id: "blob"] == Named(name: "BLOB"))
    array[id: "blob"]?.name = "Other"
    #expect(array[id: "blob"] == nil)
    #expect(array[id: "other"] == Named(name: "Other"))
  }

  @Test func identifiesElementsOfOtherTypes() {
    var byKeyPath = IdentifiedArray<Int, String>(id: \.count)
    byKeyPath.append(contentsOf: ["a", "bb", "cc"])
    #expect(byKeyPath.elements == ["a", "bb"])
    let byFunction = IdentifiedArray(["a", "A", "b"], identifiedBy: { $0.lowercased() })
    #expect(byFunction.elements == ["a", "b"])
    #expect(byFunction.id(of: "Q") == "q")
  }

  @Test func keepsTheFirstOfEqualIDs() {
    let array = IdentifiedArrayOf<Row>([Row(1, "first"), Row(2), Row(1, "second")])
    #expect(array.elements == [Row(1, "first"), Row(2)])
  }

  @Test func letsTheCallerChooseBetweenEqualIDs() {
    let array = IdentifiedArrayOf<Row>([Row(1, "a"), Row(2), Row(1, "b")]) {
      Row($0.id, $0.title + $1.title)
    }
    #expect(array.elements == [Row(1, "ab"), Row(2)])
  }

  @Test func appendsOnlyNewIDs() {
    var array = rows([1, 2])
    #expect(array.append(Row(3)) == (true, 2))
    #expect(array.append(Row(2, "again")) == (false, 1))
    #expect(array.elements == [Row(1), Row(2), Row(3)])
    array += [Row(4), Row(1, "again")]
    #expect(array.ids == [1, 2, 3, 4])
  }

  @Test func insertsOnlyNewIDs() {
    var array = rows([1, 2])
    #expect(array.insert(Row(3), at: 1) == (true, 1))
    #expect(array.insert(Row(2, "again"), at: 0) == (false, 2))
    #expect(array.elements == [Row(1), Row(3), Row(2)])
    array.insert(contentsOf: [Row(7), Row(1, "again"), Row(8), Row(7, "again")], at: 1)
    #expect(array.elements == [Row(1), Row(7), Row(8), Row(3), Row(2)])
  }

  @Test func updatesInPlaceOrAdds() {
    var array = rows([1, 2])
    #expect(array.updateOrAppend(Row(1, "new")) == Row(1))
    #expect(array.updateOrAppend(Row(3)) == nil)
    #expect(array.updateOrInsert(Row(2, "new"), at: 0) == (Row(2), 1))
    #expect(array.updateOrInsert(Row(4), at: 0) == (nil, 0))
    #expect(array.update(Row(9)) == nil)
    #expect(array.update(Row(3, "new")) == Row(3))
    #expect(array.elements == [Row(4), Row(1, "new"), Row(2, "new"), Row(3, "new")])
  }

  @Test func assignsByID() {
    var array = rows([1, 2, 3])
    array[id: 2] = Row(2, "new")
    array[id: 4] = Row(4)
    array[id: 1] = nil
    array[id: 9] = nil
    #expect(array.elements == [Row(2, "new"), Row(3), Row(4)])
  }

  @Test func changesIDsInPlace() {
    var array = rows(0..<40)
    array[5].id = 100
    #expect(array.index(id: 5) == nil)
    #expect(array.index(id: 100) == 5)
    array[id: 100] = Row(5, "back")
    #expect(array.index(id: 5) == 5)
    #expect(array.index(id: 100) == nil)
  }

  @Test func removesByIDAndPosition() {
    var array = rows(0..<6)
    #expect(array.remove(id: 2) == Row(2))
    #expect(array.remove(id: 2) == nil)
    #expect(array.remove(at: 0) == Row(0))
    #expect(array.remove(Row(5, "other title")) == Row(5))
    #expect(array.removeFirst() == Row(1))
    #expect(array.removeLast() == Row(4))
    #expect(array.popLast() == Row(3))
    #expect(array.popLast() == nil)
    #expect(array.isEmpty)
  }

  @Test func removesMany() {
    var array = rows(0..<10)
    array.removeAll { $0.id % 2 == 0 }
    #expect(array.ids == [1, 3, 5, 7, 9])
    array.remove(atOffsets: [3, 0, 3])
    #expect(array.ids == [3, 5, 9])
    array.removeSubrange(1...)
    #expect(array.ids == [3])
    array.removeAll()
    #expect(array.isEmpty)
    array.append(Row(3))
    #expect(array.index(id: 3) == 0)
  }

  @Test func removesNothingWhenThePredicateThrows() {
    struct Stop: Error {}
    var array = rows(0..<4)
    #expect(throws: Stop.self) {
      try array.removeAll { row throws(Stop) in
        if row.id == 2 { throw Stop() }
        return true
      }
    }
    #expect(array.ids == [0, 1, 2, 3])
  }

  @Test func replacesRanges() {
    var array = rows(0..<6)
    array.replaceSubrange(1..<3, with: [Row(2, "new"), Row(0, "taken"), Row(9)])
    #expect(array.elements == [Row(0), Row(2, "new"), Row(9), Row(3), Row(4), Row(5)])
    array.replaceSubrange(2..<2, with: (20..<40).map { Row($0) })
    #expect(array.ids == [0, 2] + Array(20..<40) + [9, 3, 4, 5])
    #expect(array.ids.allSatisfy { array[id: $0]?.id == $0 })
  }

  @Test func moves() {
    var array = rows([0, 1, 2, 3])
    array.move(from: 0, to: 2)
    #expect(array.ids == [1, 2, 0, 3])
    array.move(from: 3, to: 0)
    #expect(array.ids == [3, 1, 2, 0])
    array.move(fromOffsets: [0, 2], toOffset: 4)
    #expect(array.ids == [1, 0, 3, 2])
    array.move(fromOffsets: [0, 3], toOffset: 2)
    #expect(array.ids == [0, 1, 2, 3])
    array.swapAt(0, 3)
    #expect(array.ids == [3, 1, 2, 0])
  }

  @Test func reorders() {
    var array = rows([2, 0, 1])
    array.sort { $0.id < $1.id }
    #expect(array.ids == [0, 1, 2])
    array.reverse()
    #expect(array.ids == [2, 1, 0])
    var generator = SeededGenerator(seed: 1)
    array = rows(0..<50)
    array.shuffle(using: &generator)
    #expect(array.ids != Array(0..<50))
    #expect(array.ids.sorted() == Array(0..<50))
    #expect(array.ids.enumerated().allSatisfy { array.index(id: $1) == $0 })
  }

  @Test func shufflesWithoutAGenerator() {
    var array = rows(0..<50)
    array.shuffle()
    #expect(array.ids != Array(0..<50))
    #expect(array.ids.sorted() == Array(0..<50))
    #expect(array.ids.enumerated().allSatisfy { array.index(id: $1) == $0 })
  }

  @Test func copiesAreIndependent() {
    var array = rows(0..<3)
    let copy = array
    array.append(Row(3))
    array.remove(id: 0)
    array[id: 1]?.id = 7
    #expect(copy.ids == [0, 1, 2])
    #expect(copy.index(id: 0) == 0)
    #expect(copy.index(id: 7) == nil)
    #expect(array.ids == [7, 2, 3])
  }

  @Test func leavesTheArrayWholeWhenAChangeThrows() {
    struct Stop: Error {}
    func change(_ row: inout Row) throws {
      row.title = "changed"
      throw Stop()
    }
    func changeOptional(_ row: inout Row?) throws {
      row?.title += " twice"
      throw Stop()
    }
    var array = rows(0..<30)
    #expect(throws: Stop.self) { try change(&array[3]) }
    #expect(throws: Stop.self) { try changeOptional(&array[id: 3]) }
    #expect(array[3] == Row(3, "changed twice"))
    #expect(array.ids == Array(0..<30))
  }

  @Test func changesElementsWithoutCopyingThem() {
    struct Bag: Identifiable {
      let id: Int
      var items: [Int]
    }
    var array: IdentifiedArrayOf<Bag> = [Bag(id: 1, items: [1]), Bag(id: 2, items: [2])]
    array[0].items.reserveCapacity(100)
    func address() -> UInt {
      unsafe array[0].items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address()
    array[0].items.append(2)
    array[id: 1]?.items.append(3)
    #expect(address() == before)
    #expect(array[0].items == [1, 2, 3])
  }

  @Test func describesItselfAsItsElements() {
    let array = IdentifiedArray<Int, String>(["a", "bb"], identifiedBy: { $0.count })
    #expect("\(array)" == #"["a", "bb"]"#)
    #expect(String(reflecting: array) == #"IdentifiedArray<Int, String>(["a", "bb"])"#)
    let mirror = Mirror(reflecting: array)
    #expect(mirror.displayStyle == .collection)
    #expect(mirror.children.map { $0.value as? String } == ["a", "bb"])
  }
}
