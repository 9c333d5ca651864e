import Strata
import Testing

@Suite struct GenericTests {
  @Test func worksForEachArgument() {
    let (number, text) = (Box(value: 1, tag: "n").withAnchor(), Box(value: "a", tag: "t"))
    number.value += 1
    text.value += "b"
    #expect(number.value == 2)
    #expect(text.value == "ab")
  }

  @Test func oneLayoutForEachArgument() {
    #expect(Box<Int>.modelLayout.layout === Box<Int>.modelLayout.layout)
    #expect(Box<Int>.modelLayout.layout !== Box<String>.modelLayout.layout)
    #expect(Outer<Int>.Inner.modelLayout.layout !== Outer<String>.Inner.modelLayout.layout)
  }

  @Test func manyThreadsGetOneLayout() async {
    let layouts = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<16 {
        group.addTask { ObjectIdentifier(Box<[Set<UInt8>]>.modelLayout.layout) }
      }
      return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(layouts.count == 1)
  }

  @Test func childrenOfAGenericTypeJoinTheTree() {
    let model = Holder(child: CountModel()).withAnchor()
    #expect(model.child.node.context.isLive)
    model.all = [CountModel(), CountModel()]
    let last = model.all[1]
    #expect(last.node.context.isLive)
    model.all.removeLast()
    #expect(!last.node.context.isLive)
  }

  @Test func equalWritesAreSilentWhereTheTypeIsKnownToBeEquatable() {
    let box = Box(value: 1, tag: "").withAnchor()
    let changes = Changes { _ = box.value }
    box.value = 1
    #expect(changes.count == 0)
    let opaque = Opaque(value: 1).withAnchor()
    let others = Changes { _ = opaque.value }
    opaque.value = 1
    #expect(others.count == 1)
  }

  @Test func nestedInAGenericType() {
    let inner = Outer<String>.Inner(value: "a")
    inner.value.append("b")
    #expect(inner.value == "ab")
    #expect(Outer<String>.Other() == Outer<String>.Other())
  }
}
