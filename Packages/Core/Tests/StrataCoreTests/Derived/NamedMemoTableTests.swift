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
    kid.context.removeMemo(named: ProgramName("one"))
    #expect(kid.context.keptValue(named: "one", as: Int.self) == nil)
    withExtendedLifetime(anchor) {}
  }

  @Test func aRemovedCacheLeavesNoNameBehind() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    for number in 1...10 {
      let memo = kid.context.memo(named: "one") {
        Derived<Int, Never>(of: kid.context, at: .thisLine()) { number }
      }
      #expect(memo?.value == number)
      kid.context.removeMemo(named: ProgramName("one"))
      let names = kid.context.withGuardLocked { kid.context.facets?.memoNames }
      #expect(names?.isEmpty == true)
    }
    withExtendedLifetime(anchor) {}
  }

  /// The program's `==` and `hash(into:)` run without the lock.
  private struct ReadingName: Hashable {
    let kid: Kid
    let number: Int
    let isCrowded: Bool

    static func == (a: ReadingName, b: ReadingName) -> Bool {
      a.kid.count == b.kid.count && a.number == b.number
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(kid.count)
      if !isCrowded { hasher.combine(number) }
    }
  }

  @Test(arguments: [false, true])
  func aNameMayReadTheContextThatCaches(isCrowded: Bool) {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let runs = Counter()
    func read(_ number: Int) -> Int? {
      kid.context.memo(named: ReadingName(kid: kid, number: number, isCrowded: isCrowded)) {
        Derived<Int, Never>(of: kid.context, at: .thisLine()) {
          runs.add()
          return number
        }
      }?.value
    }
    let tracker = Tracker {}
    for _ in 0..<2 {
      tracker.track { for number in 0..<20 { #expect(read(number) == number) } }
    }
    #expect(runs.count == 20)
    kid.context.removeMemo(
      named: ProgramName(ReadingName(kid: kid, number: 7, isCrowded: isCrowded))
    )
    for number in 0..<20 { #expect(read(number) == number) }
    #expect(runs.count == 21)
    withExtendedLifetime(anchor) {}
  }

  @Test(arguments: [false, true])
  func namesThatMayReadAreFoundInATableOfAnySize(isCrowded: Bool) {
    let kid = Kid()
    let names = (0..<20).map { ReadingName(kid: kid, number: $0, isCrowded: isCrowded) }
    let table = ComparedNames<ReadingName>()
    for (place, name) in names.enumerated() {
      #expect(table.listing.index(of: name) == nil)
      table.list(Log(), as: ObjectIdentifier(Log.self), named: name, hash: name.hashValue)
      for known in 0...place { #expect(table.listing.index(of: names[known]) == known) }
    }
  }

  @Test func aNameThatMayReadIsListedUntilAMemoIsRemoved() throws {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let names = (0..<2).map { ReadingName(kid: kid, number: $0, isCrowded: false) }
    for name in names {
      let memo = kid.context.memo(named: name) {
        Derived<Int, Never>(of: kid.context, at: .thisLine()) { name.number }
      }
      #expect(memo?.value == name.number)
      #expect(kid.context.keptValue(named: name, as: Int.self) == name.number)
      #expect(kid.context.keptValue(named: name, as: String.self) == nil)
    }
    let listed = try #require(kid.context.listedName(names[0]))
    kid.context.removeMemo(named: ProgramName(names[1]))
    let type = ObjectIdentifier(Derived<Int, Never>.self)
    #expect(unsafe kid.context.facets?.memo(of: listed, ofType: type) == nil)
    #expect(kid.context.keptValue(named: names[0], as: Int.self) == nil)
    withExtendedLifetime(anchor) {}
  }

  @Test func equalNamesOfTwoThreadsAreOne() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let found = Locked<Set<ObjectIdentifier>>([], rank: .leaf)
    onThreads(4) { _ in
      for number in 0..<200 {
        let name = ReadingName(kid: kid, number: number, isCrowded: false)
        let memo = kid.context.memo(named: name) {
          Derived<Int, Never>(of: kid.context, at: .thisLine()) { number }
        }
        if let memo { _ = found.withLock { $0.insert(ObjectIdentifier(memo)) } }
      }
    }
    #expect(found.withLock { $0.count } == 200)
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
