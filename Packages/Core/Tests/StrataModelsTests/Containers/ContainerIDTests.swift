import StrataModels
import Testing

/// The identity of a container that gives no `id` of its own.
@Suite struct ContainerIDTests {
  private let a = Card(points: 1)
  private let b = Card(points: 1)

  @Test func modelsInCollectionsCountByTheirIdentity() {
    let id = ContainerID("cards", ContainerID.part([a]))
    #expect(id == ContainerID("cards", ContainerID.part([a])))
    #expect(id.hashValue == ContainerID("cards", ContainerID.part([a])).hashValue)
    #expect(id != ContainerID("cards", ContainerID.part([b])))
    #expect(id != ContainerID("cards", ContainerID.part([a, b])))
    #expect(id != ContainerID("others", ContainerID.part([a])))
  }

  @Test func theOrderCountsExceptInDictionaries() {
    #expect(
      ContainerID("x", ContainerID.part([a, b])) != ContainerID("x", ContainerID.part([b, a]))
    )
    let (one, two) = ([1: [a], 2: [b]], [1: [b], 2: [a]])
    #expect(ContainerID("x", ContainerID.part(one)) == ContainerID("x", ContainerID.part(two)))
  }

  /// An empty collection has no identity, so plain values beside it count.
  @Test func besideAnEmptyCollectionPlainValuesCount() {
    let none: [Card] = []
    let one = ContainerID("x", ContainerID.part(none), ContainerID.part(1))
    #expect(one == ContainerID("x", ContainerID.part(none), ContainerID.part(1)))
    #expect(one != ContainerID("x", ContainerID.part(none), ContainerID.part(2)))
    let some = ContainerID("x", ContainerID.part([a]), ContainerID.part(1))
    #expect(some == ContainerID("x", ContainerID.part([a]), ContainerID.part(2)))
  }
}
