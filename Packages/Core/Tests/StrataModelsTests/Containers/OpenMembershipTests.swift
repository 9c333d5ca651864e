import StrataCore
import StrataModels
import Testing

/// In a transaction, a model that replaces one with the same id continues its lifetime at once.
@Suite struct OpenMembershipTests {
  /// A place in a cabinet that can hold one binder.
  struct Place: Sendable {
    let name: String
    let put: @Sendable (Cabinet, Binder) -> Void
    let get: @Sendable (Cabinet) -> Binder?
    /// `nil` if the place cannot be empty.
    var clear: (@Sendable (Cabinet) -> Void)?
  }

  static let places: [Place] = [
    Place(name: "main", put: { $0.main = $1 }, get: { $0.main }),
    Place(name: "single", put: { $0.single = $1 }, get: { $0.single }, clear: { $0.single = nil }),
    Place(
      name: "assigned list",
      put: { $0.list = [$1] },
      get: { $0.list.first },
      clear: { $0.list = [] }
    ),
    Place(
      name: "list",
      put: { if $0.list.isEmpty { $0.list.append($1) } else { $0.list[0] = $1 } },
      get: { $0.list.first },
      clear: { $0.list.removeAll() }
    ),
    Place(
      name: "packed",
      put: { $0.packed = [$1] },
      get: { $0.packed.first },
      clear: { $0.packed.removeAll() }
    ),
    Place(
      name: "named",
      put: { $0.named[1] = $1 },
      get: { $0.named[1] },
      clear: { $0.named = [:] }
    ),
    Place(
      name: "table",
      put: {
        if $0.table[id: $1.id] == nil { $0.table.removeAll() }
        $0.table.updateOrAppend($1)
      },
      get: { $0.table.first },
      clear: { $0.table.removeAll() }
    ),
    Place(
      name: "assigned table",
      put: { $0.table = [$1] },
      get: { $0.table.first },
      clear: { $0.table = [] }
    ),
    Place(
      name: "left",
      put: { $0.choice = .left($1) },
      get: { $0.choice.binder },
      clear: { $0.choice = .none }
    ),
    Place(
      name: "right",
      put: { $0.choice = .right($1, note: "n") },
      get: { $0.choice.binder },
      clear: { $0.choice = .none }
    ),
    Place(
      name: "ring",
      put: { $0.ring = Ring(elements: [$1]) },
      get: { $0.ring.first },
      clear: { $0.ring = Ring() }
    ),
  ]

  private static func cabinet(_ place: Place) -> (Cabinet, Binder?) {
    let cabinet = Cabinet().withAnchor()
    place.put(cabinet, Binder(id: 1, count: 10))
    return (cabinet, place.get(cabinet))
  }

  @Test(arguments: places.indices)
  func aReplacementContinuesTheLifetimeInsideTheTransaction(_ index: Int) throws {
    let place = Self.places[index]
    let (cabinet, held) = Self.cabinet(place)
    let old = try #require(held)
    try cabinet.node.transaction {
      place.put(cabinet, Binder(id: 1, count: 99))
      let inside = try #require(place.get(cabinet))
      #expect(inside.isSameModel(as: old), "\(place.name)")
      #expect(inside.count == 10)
      inside.count += 1
      inside.rows.append(Row(id: 5))
      // Again, and in a nested transaction.
      cabinet.node.transaction { place.put(cabinet, Binder(id: 1, count: 98)) }
      #expect(place.get(cabinet)?.count == 11)
    }
    #expect(place.get(cabinet)?.isSameModel(as: old) == true)
    #expect(old.count == 11)
    #expect(old.rows.map(\.id) == [5])
    #expect(old.rows.first?.node.context.isLive == true)
  }

  @Test(arguments: places.indices)
  func aModelThatIsRemovedAndAddedAnewContinuesTheLifetime(_ index: Int) throws {
    let place = Self.places[index]
    guard let clear = place.clear else { return }
    let (cabinet, held) = Self.cabinet(place)
    let old = try #require(held)
    cabinet.node.transaction {
      clear(cabinet)
      #expect(place.get(cabinet) == nil)
      place.put(cabinet, Binder(id: 1, count: 99))
      place.get(cabinet)?.count += 1
    }
    #expect(old.count == 11, "\(place.name)")
    #expect(old.node.context.isLive)
  }

  @Test(arguments: places.indices)
  func anotherIdBeginsALifetimeOfItsOwn(_ index: Int) throws {
    let place = Self.places[index]
    let (cabinet, held) = Self.cabinet(place)
    let old = try #require(held)
    let new = Binder(id: 2, count: 20)
    cabinet.node.transaction {
      place.put(cabinet, new)
      place.get(cabinet)?.count += 1
      // A model without a lifetime has nothing to continue.
      place.put(cabinet, Binder(id: 3, count: 30))
    }
    #expect(!old.node.context.isLive && !new.node.context.isLive, "\(place.name)")
    #expect(place.get(cabinet)?.count == 30)
  }

  @Test(arguments: places.indices)
  func aFrozenCopyPutBackInATransactionIsTheModelAgain(_ index: Int) throws {
    let place = Self.places[index]
    let (cabinet, held) = Self.cabinet(place)
    let old = try #require(held)
    let copy = old.frozenCopy
    old.count = 12
    let texts = reports {
      cabinet.node.transaction {
        place.put(cabinet, copy)
        place.get(cabinet)?.count += 1
      }
    }
    #expect(texts == [], "\(place.name)")
    #expect(old.count == 13 && place.get(cabinet)?.isSameModel(as: old) == true)
  }

  @Test(arguments: places.indices)
  func theWriteIsUndoneAndRedone(_ index: Int) throws {
    let place = Self.places[index]
    let stack = ModelUndoStack()
    let cabinet = Cabinet().withAnchor { $0.undoSystem.backend = stack }
    place.put(cabinet, Binder(id: 1, count: 10))
    cabinet.node.trackUndo()
    cabinet.node.transaction {
      place.put(cabinet, Binder(id: 1, count: 99))
      place.get(cabinet)?.count += 1
    }
    #expect(stack.undoCount == 1)
    stack.undo()
    #expect(place.get(cabinet)?.count == 10, "\(place.name)")
    stack.redo()
    #expect(place.get(cabinet)?.count == 11, "\(place.name)")
  }

  @Test func aMemberThatHasComeBackStandsForOneElement() {
    let old = Row(id: 1)
    let table = DuplicateIdentityTests.Table([old]).withAnchor()
    let texts = reports {
      table.node.transaction {
        table.rows = []
        table.rows = [Row(id: 1)]
        table.rows.append(Row(id: 1))
      }
    }
    #expect(texts.count == 1)
    #expect(table.rows[0].node.context === old.node.context)
    #expect(table.rows[1].node.context !== old.node.context)
    #expect(table.rows.map(phase) == [.active, .active])
  }

  @Test func theCaseOfAnEnumAndTheKeyOfADictionaryArePlaces() throws {
    let cabinet = Cabinet().withAnchor()
    cabinet.choice = .left(Binder(id: 1, count: 10))
    cabinet.named = [1: Binder(id: 1, count: 10)]
    cabinet.node.transaction {
      cabinet.choice = .right(Binder(id: 1, count: 20), note: "")
      cabinet.named = [2: Binder(id: 1, count: 20)]
      #expect(cabinet.choice.binder?.count == 20)
      #expect(cabinet.named[2]?.count == 20)
      cabinet.choice = .left(Binder(id: 1, count: 30))
      cabinet.named[1] = Binder(id: 1, count: 30)
      #expect(cabinet.choice.binder?.count == 10)
      #expect(cabinet.named[1]?.count == 10)
    }
    #expect(cabinet.choice.binder?.count == 10)
    #expect(cabinet.named.mapValues(\.count) == [1: 10, 2: 20])
  }

  @Test func aSortInATransactionUsesTheValuesThatTheCommitKeeps() {
    let cabinet = Cabinet().withAnchor()
    cabinet.list = [Binder(id: 1, count: 1), Binder(id: 2, count: 2), Binder(id: 3, count: 3)]
    cabinet.table = IdentifiedArray(cabinet.list.map { Binder(id: $0.id, count: $0.count) })
    cabinet.node.transaction {
      cabinet.list = [Binder(id: 3), Binder(id: 1, count: 9), Binder(id: 2)]
      cabinet.list.sort { $0.count < $1.count }
      cabinet.table.updateOrAppend(Binder(id: 1, count: 9))
      cabinet.table.updateOrAppend(Binder(id: 4, count: 0))
      cabinet.table.sort { $0.count < $1.count }
    }
    #expect(cabinet.list.map(\.id) == [1, 2, 3])
    #expect(cabinet.table.map(\.id) == [4, 1, 2, 3])
    #expect(cabinet.table.map(\.count) == [0, 1, 2, 3])
  }

  @Test func aMemberThatHasMovedIsStillContinued() {
    let cabinet = Cabinet().withAnchor()
    cabinet.list = [Binder(id: 1, count: 10)]
    cabinet.node.transaction {
      cabinet.single = cabinet.list.removeLast()
      cabinet.list.append(Binder(id: 1, count: 20))
      cabinet.list.last?.count += 1
    }
    #expect(cabinet.list.map(\.count) == [11])
    #expect(cabinet.list.first.map { cabinet.single?.isSameModel(as: $0) ?? false } == true)
  }

  @Test func anAssignmentToAListThatWasFilledInPlaceContinuesItsRows() {
    let listing = Listing().withAnchor()
    listing.rows.append(Row(id: 1, title: "a"))
    let old = listing.rows[0]
    listing.node.transaction {
      listing.rows = [Row(id: 1, title: "b"), Row(id: 2)]
      #expect(listing.rows[0].isSameModel(as: old))
      listing.rows[0].title += "!"
    }
    #expect(listing.rows.map(\.title) == ["a!", ""])
    #expect(old.title == "a!")
  }

  /// In four portions, which run side by side.
  @Test(arguments: 0..<4)
  func eachStepReadsWhatThePlainValueHas(part: Int) {
    for seed in stride(from: part, to: 2_000, by: 4) {
      do {
        try CabinetRun.run(seed: seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }

  @Test func nothingIsRetainedAfterTheTransaction() {
    let census = Census()
    do {
      let root = Branch(key: 0, census: census).withAnchor()
      root.list = [Branch(key: 1, census: census)]
      root.node.transaction {
        root.list = []
        root.list.append(Branch(key: 2, census: census))
      }
      #expect(census.objects == 2)
    }
    #expect(census.objects == 0)
  }
}
