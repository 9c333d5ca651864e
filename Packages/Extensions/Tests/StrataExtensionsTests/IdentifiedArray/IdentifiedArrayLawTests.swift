import StrataExtensions
import Testing

@Suite struct IdentifiedArrayLawTests {
  @Test(arguments: [0, 1, 2, 40]) func isARandomAccessCollection(size: Int) {
    let array = rows(0..<size)
    let plain = Array(array.elements)
    #expect(array.count == size)
    #expect(array.isEmpty == (size == 0))
    #expect(array.startIndex == 0 && array.endIndex == size)
    #expect(Array(array.indices) == Array(0..<size))
    #expect(Array(array) == plain)
    #expect(array.first == plain.first && array.last == plain.last)
    #expect(array.reversed() == plain.reversed())
    for start in 0...size {
      #expect(array.index(array.startIndex, offsetBy: start) == start)
      #expect(array.distance(from: start, to: size) == size - start)
      #expect(array[start...] == plain[start...])
      #expect(Array(array.prefix(start)) + Array(array.dropFirst(start)) == plain)
      #expect(array.index(start, offsetBy: size, limitedBy: size) == (start == 0 ? size : nil))
    }
    var multipass: [Row] = []
    for row in array { multipass.append(row) }
    #expect(multipass == Array(array))
    let sum = unsafe array.withContiguousStorageIfAvailable { unsafe $0.map(\.id).reduce(0, +) }
    #expect(sum == plain.map(\.id).reduce(0, +))
  }

  @Test func filtersToItsOwnKind() {
    let array: IdentifiedArrayOf<Row> = rows(0..<6).filter { $0.id > 3 }
    #expect(array.ids == [4, 5])
    #expect(array.index(id: 5) == 1)
  }

  @Test func equalityIsAnEquivalenceThatHashingFollows() {
    // The same elements by different roads, so that tables and labels differ.
    var edited = rows([9, 1, 3])
    edited.insert(Row(2), at: 2)
    edited.remove(id: 9)
    let values = [rows([1, 2, 3]), edited, rows([1, 3, 2]), rows([1, 2]), rows([])]
    for (first, left) in values.enumerated() {
      for (second, right) in values.enumerated() {
        #expect((left == right) == (left.elements == right.elements))
        #expect((left == right) == (right == left))
        if left == right { #expect(left.hashValue == right.hashValue) }
        #expect((left == right) == (first == second || (first < 2 && second < 2)))
      }
    }
    #expect(rows([1]) != [Row(1, "other title")])
    #expect(Set(values).count == 4)
  }

  @Test func crossesThreads() async {
    func take(_ value: some Sendable) {}
    take(rows([1]))
    let array = rows(0..<100)
    let sums = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var copy = array
          for step in 0..<100 { copy.append(Row(1_000 + task * 100 + step)) }
          return copy.count
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == Array(repeating: 200, count: 8))
    #expect(array.ids == Array(0..<100))
  }
}
