import Strata
import Testing

@Model struct Writes {
  var inferred = 1
  var optional: Int?
  var list = [1, 2]
  var tuple = (1, 2)
  var reference = Reference(1)
  var child: CountModel? = nil
  var closure: () -> Int = { 1 }
}

@Suite struct WriteTests {
  private let model = Writes().withAnchor()

  @Test func equalWritesAreSilent() {
    let changes = Changes { _ = (model.inferred, model.optional, model.list) }
    model.inferred = 1
    model.optional = nil
    model.list = [1, 2]
    #expect(changes.count == 0)
    model.optional = 2
    #expect(changes.count == 1)
  }

  @Test func valuesWithoutEqualityAlwaysNotify() {
    let tuple = Changes { _ = model.tuple }
    let reference = Changes { _ = model.reference }
    let closure = Changes { _ = model.closure() }
    model.tuple = (1, 2)
    model.reference = model.reference
    model.closure = { 1 }
    #expect([tuple.count, reference.count, closure.count] == [1, 1, 1])
  }

  @Test func aChildNotifiesByReplacementAndNotByItsContent() {
    model.child = CountModel()
    let changes = Changes { _ = model.child }
    model.child?.incrementTapped()
    #expect(changes.count == 0)
    model.child = nil
    #expect(changes.count == 1)
  }

  @Test func theNewValueMayBeMadeOfTheModelsOwn() {
    model.inferred = model.list.count + model.inferred
    model.list.append(model.inferred)
    model.list += model.list
    model.list[model.list.count - 1] += model.list[0]
    model.optional = model.optional.map { $0 + model.inferred } ?? model.inferred
    #expect(model.inferred == 3)
    #expect(model.list == [1, 2, 3, 1, 2, 4])
    #expect(model.optional == 3)
  }

  @Test func changesInPlaceAreNotLost() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { model.inferred += 1 } }
      }
    }
    #expect(model.inferred == 8_001)
  }
}
