import StrataConcurrency
import StrataCore
import Testing

@Suite struct ContextReadWriteTests {
  @Test func aNewContextHasItsFirstValues() {
    let kid = Kid("a", count: 3)
    #expect(kid.count == 3)
    #expect(kid.name == "a")
    #expect(kid.list == [])
  }

  @Test func copiesShareTheirStateWithoutAnAnchor() {
    let kid = Kid(count: 1)
    let copy = kid
    copy.count = 5
    #expect(kid.count == 5)
    let anchor = Anchor(kid.context)
    copy.count += 1
    #expect(kid.count == 6)
    withExtendedLifetime(anchor) {}
  }

  @Test(arguments: [false, true])
  func writesAndChangesInPlaceStay(isAnchored: Bool) {
    let kid = Kid()
    let anchor = isAnchored ? Anchor(kid.context) : nil
    kid.count = 4
    kid.count += 3
    kid.name = "x"
    kid.name += "y"
    kid.list.append(7)
    kid.list.append(8)
    kid.opaque.number += 9
    #expect(kid.count == 7)
    #expect(kid.name == "xy")
    #expect(kid.list == [7, 8])
    #expect(kid.opaque.number == 9)
    withExtendedLifetime(anchor) {}
  }

  @Test func aWriteMayReadTheSameContext() {
    let kid = Kid("a", count: 2)
    let anchor = Anchor(kid.context)
    kid.count = kid.count + kid.name.count
    kid.list.append(kid.count)
    #expect(kid.count == 3)
    #expect(kid.list == [3])
    withExtendedLifetime(anchor) {}
  }

  @Test func theDeinitOfAReplacedValueMayReadAndWriteItsContext() {
    final class Witness: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
      deinit { body() }
    }
    let layout = Layout(
      name: "Holder",
      slots: [.value("witness", Witness?.self), .value("count", Int.self)]
    )
    let context = Context(layout: layout)
    let witness = layout.slot(0, as: Witness?.self)
    let count = layout.slot(1, as: Int.self)
    context.initialize(count, to: 0)
    context.initialize(witness, to: Witness { [unowned context] in context[count] += 1 })
    let anchor = Anchor(context)
    // The closure captures the context unowned, because a captured handle would be a cycle here.
    context[witness] = Witness { [unowned context] in context[count] += 10 }
    #expect(context[count] == 1)
    context[witness] = nil
    #expect(context[count] == 11)
    context.transaction {
      context[witness] = Witness { [unowned context] in context[count] += 100 }
      context[witness] = nil
    }
    #expect(context[count] == 111)
    withExtendedLifetime(anchor) {}
  }

  @Test func readingASlotWithoutAValueEndsTheProgramWithItsPlace() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let layout = Layout(name: "Empty", slots: [.value("count", Int.self)])
      _ = Context(layout: layout)[layout.slot(0, as: Int.self)]
    }
    expectOutput(
      result?.standardErrorContent,
      contains: """
        Empty.count was read before it had a value. If an initializer of a model assigns the first \
        property after self.init(…), Swift initializes it again, and the others lose their values: \
        pass the value to self.init(…). Give the slots of a context their first values with \
        initialize(_:to:).
        """
    )
  }

  @Test func aSlotOfTheWrongTypeIsRefused() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Item.layout.slot(0, as: String.self)
    }
    expectOutput(
      result?.standardErrorContent,
      contains: "Item.count is a slot of Int, not of String."
    )
  }
}

/// Looks for a text in what a process has written.
func expectOutput(
  _ output: [UInt8]?,
  contains text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let output = String(decoding: output ?? [], as: UTF8.self)
  #expect(output.contains(text), "\(output)", sourceLocation: sourceLocation)
}
