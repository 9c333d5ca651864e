import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct NamedMemoTableTests {
  /// Few names are compared, many are looked up.
  @Test func aTableOfAnySizeFindsItsNames() {
    let table = NamedMemoTable<Int>()
    let type = ObjectIdentifier(Kid.self)
    var memos: [Log] = []
    for name in 0..<20 {
      memos.append(Log())
      table.list(memos[name], as: type, named: name)
      for known in 0...name {
        let found = unsafe table.memo(named: known, ofType: type)?.takeUnretainedValue()
        #expect(found === memos[known])
        #expect(unsafe table.memo(named: known, ofType: ObjectIdentifier(Int.self)) == nil)
      }
      #expect(unsafe table.memo(named: name + 1, ofType: type) == nil)
    }
  }

  @Test func aTableListsABoundedNumberOfNames() {
    let table = NamedMemoTable<Int>()
    let memo = Log()
    for name in 0..<5_000 { table.list(memo, as: ObjectIdentifier(Log.self), named: name) }
    #expect(table.entries.count == 4_096)
    #expect(table.positions.count == 4_096)
  }

  @Test func aContextListsWhatItCachesUnderAName() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let names = ["one", "two"]
    for name in names {
      let memo = kid.context.memo(named: name) {
        Derived<Int, Never>(of: kid.context, at: .thisLine()) { name.count }
      }
      #expect(memo?.value == 3)
    }
    for name in names { #expect(kid.context.keptValue(named: name, as: Int.self) == 3) }
    #expect(kid.context.keptValue(named: "three", as: Int.self) == nil)
    #expect(kid.context.keptValue(named: "one", as: String.self) == nil)
    kid.context.removeMemo(named: NamedMemo("one"))
    #expect(kid.context.keptValue(named: "one", as: Int.self) == nil)
    withExtendedLifetime(anchor) {}
  }

  /// A generic function may cache values of several types at one place.
  @Test func aPlaceListsTheLatestOfItsTypes() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let places = (0..<2).map { PlaceKey(fileID: #fileID, line: #line, column: $0) }
    for place in places {
      let memo = kid.context.memo(at: place) {
        Derived<Int, Never>(of: kid.context, at: .thisLine()) { 1 }
      }
      #expect(memo?.value == 1)
    }
    #expect(places.map { kid.context.keptValue(at: $0, as: Int.self) } == [1, 1])
    let memo = kid.context.memo(at: places[0]) {
      Derived<String, Never>(of: kid.context, at: .thisLine()) { "one" }
    }
    #expect(memo?.value == "one")
    #expect(kid.context.keptValue(at: places[0], as: String.self) == "one")
    #expect(kid.context.keptValue(at: places[0], as: Int.self) == nil)
    #expect(kid.context.keptValue(at: places[1], as: Int.self) == 1)
    withExtendedLifetime(anchor) {}
  }
}
