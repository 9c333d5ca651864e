import Strata
import StrataDependencies
import StrataExtensions
import Testing

@Model struct Item {
  let id: Int
  var title = ""
  func onActivate() {
    node.log.add("C")
    node.onCancel { node.log.add("c") }
  }
}

@ModelContainer enum Place {
  case none
  case one(Item)
  case other(Item)
  case titled(Item, title: String)
  case many([Item])
}

@ModelContainer struct Pair {
  var left: Item
  var right: Item?
  var label = ""
}

@Model struct Shelf {
  var place: Place = .none
  var maybe: Place?
  var pair: Pair?
  var named: [String: Item] = [:]
  var items: IdentifiedArrayOf<Item> = []
  var path: [Screen] = []
}

@ModelContainer enum Screen: Hashable, Identifiable {
  case item(Item)
  case about
}

/// Models inside other values.
struct ContainersTests {
  let log = Log()

  func shelf(_ make: () -> Shelf = { Shelf() }) -> Shelf { make().withAnchor { $0.log = log } }

  @Test func aPayloadBeginsAndEndsWithItsCase() {
    let model = shelf()
    model.place = .one(Item(id: 1))
    #expect(log.take() == "C")
    model.place = .none
    #expect(log.take() == "c")
  }

  @Test func anotherCaseWithTheSameIdIsAnotherPlace() {
    let model = shelf { Shelf(place: .one(Item(id: 4))) }
    #expect(log.take() == "C")
    model.place = .other(Item(id: 4))
    #expect(log.take() == "cC")
  }

  @Test func fromManyToOneWithTheSameId() {
    let model = shelf { Shelf(place: .many([Item(id: 4)])) }
    log.clear()
    model.place = .one(Item(id: 4))
    #expect(log.take() == "cC")
  }

  @Test func theSameCaseWithTheSameIdContinues() {
    let model = shelf { Shelf(place: .one(Item(id: 4, title: "old"))) }
    log.clear()
    model.place = .one(Item(id: 4, title: "new"))
    #expect(log.take() == "")
    guard case .one(let item) = model.place else {
      Issue.record("another case")
      return
    }
    #expect(item.title == "old")
  }

  @Test func theSameCaseWithAnotherIdIsAnotherModel() {
    let model = shelf { Shelf(place: .one(Item(id: 4))) }
    log.clear()
    model.place = .one(Item(id: 5))
    #expect(log.take() == "cC")
  }

  @Test func aPlainPayloadMayChangeBesideTheModel() {
    let item = Item(id: 1)
    let model = shelf { Shelf(place: .titled(item, title: "a")) }
    log.clear()
    model.place = .titled(item, title: "b")
    #expect(log.take() == "")
    guard case .titled(_, let title) = model.place else { return }
    #expect(title == "b")
  }

  @Test func anOptionalContainer() {
    let model = shelf { Shelf(maybe: .one(Item(id: 1))) }
    log.clear()
    model.maybe = nil
    #expect(log.take() == "c")
    model.maybe = .other(Item(id: 1))
    #expect(log.take() == "C")
  }

  @Test func aStructOfModels() {
    let model = shelf { Shelf(pair: Pair(left: Item(id: 1), right: Item(id: 2))) }
    #expect(log.take() == "CC")
    model.pair?.right = nil
    #expect(log.take() == "c")
    model.pair?.label = "x"
    #expect(log.take() == "")
    model.pair = nil
    #expect(log.take() == "c")
  }

  @Test func aModelMovesWithinAStruct() {
    let one = Item(id: 1)
    let two = Item(id: 2)
    let model = shelf { Shelf(pair: Pair(left: one, right: two)) }
    log.clear()
    model.pair = Pair(left: two, right: one)
    #expect(model.pair?.left.id == 2)
    #expect(model.pair?.right?.id == 1)
    // Each is at another place of the struct now; identity is place and id.
    #expect(log.take() == "")
  }

  @Test func aDictionaryOfModels() {
    let model = shelf()
    model.named["a"] = Item(id: 1)
    model.named["b"] = Item(id: 2)
    #expect(log.take() == "CC")
    model.named["a"] = nil
    #expect(log.take() == "c")
    model.named["b"]?.title = "two"
    #expect(model.named["b"]?.title == "two")
    model.named = [:]
    #expect(log.take() == "c")
  }

  @Test func anotherModelUnderTheSameKey() {
    let model = shelf { Shelf(named: ["a": Item(id: 1)]) }
    log.clear()
    model.named["a"] = Item(id: 2)
    #expect(log.take() == "cC")
  }

  @Test func identifiedArraysOfModels() {
    let model = shelf { Shelf(items: [Item(id: 1), Item(id: 2)]) }
    #expect(log.take() == "CC")
    model.items.append(Item(id: 3))
    #expect(log.take() == "C")
    model.items[id: 1]?.title = "one"
    #expect(model.items[0].title == "one")
    model.items.remove(id: 2)
    #expect(log.take() == "c")
    #expect(model.items.map(\.id) == [1, 3])
  }

  @Test func movingInAnIdentifiedArray() {
    let model = shelf { Shelf(items: [Item(id: 1), Item(id: 2), Item(id: 3)]) }
    log.clear()
    model.items.swapAt(0, 2)
    #expect(model.items.map(\.id) == [3, 2, 1])
    #expect(log.take() == "")
  }

  @Test func aStackOfScreens() {
    let model = shelf()
    model.path.append(.item(Item(id: 1)))
    model.path.append(.about)
    model.path.append(.item(Item(id: 2)))
    #expect(log.take() == "CC")
    model.path.removeLast()
    #expect(log.take() == "c")
    model.path.removeAll()
    #expect(log.take() == "c")
  }

  @Test func screensOfOneModelHaveOneId() {
    let model = shelf { Shelf(path: [.item(Item(id: 1)), .about]) }
    let ids = model.path.map(\.id)
    #expect(Set(ids.map { AnyHashable($0) }).count == 2)
    model.path[1] = .item(Item(id: 9))
    #expect(AnyHashable(model.path[0].id) == AnyHashable(ids[0]))
  }

  @Test func screensAreHashable() {
    let item = Item(id: 3)
    #expect(Set<Screen>([.item(item), .item(item), .about, .about]).count == 2)
  }

  @Test func poppingToAScreen() {
    let model = shelf { Shelf(path: (1...4).map { .item(Item(id: $0)) }) }
    log.clear()
    model.path = Array(model.path.prefix(2))
    #expect(log.take() == "cc")
    #expect(model.path.count == 2)
  }

  @Test func aDeepLinkReplacesTheStack() {
    let model = shelf { Shelf(path: [.item(Item(id: 1))]) }
    log.clear()
    model.path = [.about, .item(Item(id: 2)), .item(Item(id: 3))]
    #expect(log.take() == "cCC")
  }

  @Test func randomEditsLeaveWhatAPlainListHas() {
    var random = SystemRandomNumberGenerator()
    let model = shelf()
    var plain: [Int] = []
    var next = 0
    for _ in 0..<300 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        next += 1
        let index = Int.random(in: 0...plain.count, using: &random)
        plain.insert(next, at: index)
        model.items.insert(Item(id: next), at: index)
      case 2 where !plain.isEmpty:
        let index = plain.indices.randomElement(using: &random) ?? 0
        plain.remove(at: index)
        model.items.remove(at: index)
      case 3 where plain.count > 1:
        plain.swapAt(0, plain.count - 1)
        model.items.swapAt(0, plain.count - 1)
      default:
        plain.reverse()
        model.items.reverse()
      }
      #expect(model.items.map(\.id) == plain)
    }
    let begun = log.all.filter { $0 == "C" }.count
    let ended = log.all.filter { $0 == "c" }.count
    #expect(begun == next)
    #expect(begun - ended == plain.count)
  }
}
