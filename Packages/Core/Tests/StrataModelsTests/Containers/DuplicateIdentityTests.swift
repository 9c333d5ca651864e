import StrataModels
import Testing

@Suite struct DuplicateIdentityTests {
  struct Table: Model {
    static let modelLayout = ModelLayout<Table>("Table") { $0.slot("rows", \.rows) }
    var modelNode = ModelNode<Table>()
    var rows: [Row] {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    init(_ rows: [Row] = []) { modelNode.initialize(0, to: rows) }
  }

  @Test func twoElementsWithOneIdAreReportedAtTheDeclaration() {
    let table = Table([Row(id: 1), Row(id: 2)]).withAnchor()
    let texts = reports { table.rows.append(Row(id: 2)) }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("Two of the elements of Table.rows (declared at StrataModelsTests/")
        == true
    )
    #expect(
      texts.first?.hasSuffix(
        """
        ) have the id 2. Both live, but whatever finds elements by id finds one of them. Give each \
        Row an id of its own, or use an IdentifiedArray.
        """
      ) == true
    )
    #expect(table.rows.allSatisfy { $0.node.context.isLive } == true)
  }

  @Test func duplicatesThatAreThereFromTheStartAreReported() {
    let texts = reports {
      withExtendedLifetime(Table([Row(id: 1), Row(id: 1), Row(id: 1)]).withAnchor()) {}
    }
    #expect(texts.count == 2)
  }

  @Test func anElementThatIsRejectedIsReportedOnce() {
    let table = Table([Row(id: 1)]).withAnchor()
    let frozen = reports { table.rows.append(table.frozenCopy.rows[0]) }
    #expect(frozen.count == 1)
    #expect(frozen.first?.contains("frozen") == true)
    let other = Table([Row(id: 1)]).withAnchor()
    let foreign = reports { table.rows.append(other.rows[0]) }
    #expect(foreign.count == 1)
    #expect(foreign.first?.contains("tree") == true)
    #expect(table.rows.count == 1)
  }

  @Test func anElementThatWasAloneCounts() {
    let table = Table().withAnchor()
    #expect(reports { table.rows = [Row(id: 1)] } == [])
    #expect(reports { table.rows.append(Row(id: 1)) }.count == 1)
    #expect(reports { table.rows.removeLast() } == [])
    #expect(reports { table.rows.insert(Row(id: 1), at: 0) }.count == 1)
    #expect(reports { table.rows = [Row(id: 2)] } == [])
    #expect(reports { table.rows += [Row(id: 1), Row(id: 3)] } == [])
    #expect(reports { table.rows += [Row(id: 2), Row(id: 3), Row(id: 4)] }.count == 2)
  }

  /// A list of plain numbers knows how many elements were added beside another one with their id.
  @Test(arguments: 0..<60)
  func eachDuplicateIsReportedWhenItIsAdded(_ seed: UInt64) {
    var random = SplitMix(seed)
    let table = Table().withAnchor()
    var ids: [Int] = []
    for _ in 0..<30 {
      var isDuplicate = false
      let texts = reports {
        if !ids.isEmpty, Int.random(in: 0..<5, using: &random) < 2 {
          let index = Int.random(in: 0..<ids.count, using: &random)
          ids.remove(at: index)
          table.rows.remove(at: index)
        } else {
          let id = Int.random(in: 0..<6, using: &random)
          isDuplicate = ids.contains(id)
          ids.append(id)
          table.rows.append(Row(id: id))
        }
      }
      #expect(texts.count == (isDuplicate ? 1 : 0), "\(ids)")
      #expect(table.rows.map(\.id) == ids)
    }
  }

  @Test func anIdMayBeUsedAgainWhenItsElementHasGone() {
    let table = Table([Row(id: 1), Row(id: 2)]).withAnchor()
    let texts = reports {
      table.rows.removeFirst()
      table.rows.append(Row(id: 1))
      table.rows.swapAt(0, 1)
      table.rows = [Row(id: 3), Row(id: 1)]
      table.rows.append(Row(id: 2))
      table.node.transaction {
        table.rows.removeAll()
        table.rows.append(Row(id: 1))
      }
    }
    #expect(texts == [])
  }

  @Test func idsThatTheLibraryGivesAreNotLookedAt() {
    let board = Board(cards: [Card(), Card()]).withAnchor()
    #expect(reports { board.cards.append(Card()) } == [])
  }

  /// A number whose hash is that of all others, as bad hash functions have it.
  struct Collider: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  struct Collided: Model {
    static let modelLayout = ModelLayout<Collided>("Collided") { $0.slot("title", \.title) }
    var modelNode = ModelNode<Collided>()
    let id: Collider
    var title: String {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(_ number: Int) {
      id = Collider(number: number)
      modelNode.initialize(0, to: "")
    }
  }

  struct Collisions: Model {
    static let modelLayout = ModelLayout<Collisions>("Collisions") { $0.slot("rows", \.rows) }
    var modelNode = ModelNode<Collisions>()
    var rows: [Collided] {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    init(_ numbers: [Int]) { modelNode.initialize(0, to: numbers.map { Collided($0) }) }
  }

  @Test func idsWithEqualHashesAreDifferentIds() {
    let list = Collisions([1, 2, 3]).withAnchor()
    #expect(reports { list.rows.append(Collided(4)) } == [])
    #expect(reports { list.rows.append(Collided(2)) }.count == 1)
    #expect(reports { list.rows.removeAll { $0.id.number == 2 } } == [])
    #expect(reports { list.rows += [Collided(2), Collided(5)] } == [])
    #expect(reports { list.rows.insert(Collided(5), at: 0) }.count == 1)
  }
}
