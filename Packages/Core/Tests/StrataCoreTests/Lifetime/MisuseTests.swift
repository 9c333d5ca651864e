import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct MisuseTests {
  @Test func lateReadsGiveTheLastValueAndAreReportedOnceAtTheDeclaration() {
    let kid = Kid("a", count: 3)
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    let found = reports {
      root.kids = []
      #expect(kid.count == 3)
      #expect(kid.count == 3)
      #expect(kid.name == "a")
    }
    #expect(
      found == [
        Report(
          """
          Item.count (declared at StrataCoreTests/Fixtures.swift:\(Item.declaration.line)) was read \
          after its owner had left the tree. The last value is given. Let go of the handle when the \
          owner is removed, or read from its parent.
          """,
          at: Item.declaration
        )
      ]
    )
    withExtendedLifetime(anchor) {}
  }

  @Test func accessesAfterTheEndOfTheTreeNameItsAnchor() {
    let kid = Kid("a", count: 3)
    let root = Kid(kids: [kid])
    _ = Anchor(root.context)
    let found = reports {
      kid.count = 4
      _ = kid.count
      _ = root.count
    }
    let place = "Item.count (declared at StrataCoreTests/Fixtures.swift:\(Item.declaration.line))"
    let read = """
      \(place) was read after its tree had ended. The last value is given. Keep the tree's anchor as long as the tree is \
      used, for models the value that withAnchor returned, or let go of the handle with it.
      """
    #expect(
      found.map(\.message) == [
        """
        \(place) was written after its tree had ended. The write has no effect. Keep the tree's anchor as long as the \
        tree is used, for models the value that withAnchor returned, or end the work that writes with it.
        """,
        read,
        read,
      ]
    )
  }

  @Test func lateWritesHaveNoEffectAndAreReportedOnce() {
    let kid = Kid("a", count: 3)
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    let found = reports {
      root.kids = []
      kid.count = 4
      kid.count += 1
      kid.list.append(1)
      kid.kids.append(Kid())
      kid.name = "b"
    }
    #expect(
      found == [
        Report(
          """
          Item.count (declared at StrataCoreTests/Fixtures.swift:\(Item.declaration.line)) was \
          written after its owner had left the tree. The write has no effect. Cancel the work that \
          writes when the owner is removed; work started through the owner is cancelled by itself.
          """,
          at: Item.declaration
        )
      ]
    )
    #expect(kid.count == 3)
    #expect(kid.list == [])
    #expect(kid.kids.isEmpty)
    #expect(kid.name == "a")
    withExtendedLifetime(anchor) {}
  }

  @Test func valuesStayReadableUntilTheRoundThatRemovedThemIsDelivered() {
    let kid = Kid("a", count: 3, kids: [Kid("inner")])
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    let log = Log()
    let observation = root.context.observe(Item.kids) { _ in
      kid.action()
      log.add("\(kid.count) \(kid.kids.count)")
    }
    #expect(reports { root.kids = [] } == [])
    #expect(log.all == ["3 1"])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func aReleasedFunctionCannotBeRead() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid()
      let root = Kid(kids: [kid])
      let anchor = Anchor(root.context)
      root.kids = []
      kid.action()
      withExtendedLifetime(anchor) {}
    }
    expectOutput(
      result?.standardErrorContent,
      contains: """
        Item.action was read after its owner had left the tree and had let go of it: functions are \
        released with their owner. Let go of the handle when the owner is removed, or make the \
        function optional: it is nil then.
        """
    )
  }

  @Test func aSecondAnchorIsReportedAtTheCallersLine() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    var line: UInt = 0
    let found = reports {
      let second = Anchor(kid.context)
      line = #line - 1
      withExtendedLifetime(second) {}
    }
    #expect(
      found.map(\.message) == [
        """
        Item is anchored but already lives in a tree. The second anchor has no effect. Keep the \
        first one, or anchor a new Item.
        """
      ]
    )
    #expect(found.first?.callSite.line == line)
    #expect(kid.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func aContextThatHasLetGoOfItsFunctionsCannotComeBack() {
    let kid = Kid()
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    let found = reports {
      root.kids = []
      root.kids = [kid]
      let second = Anchor(kid.context)
      withExtendedLifetime(second) {}
    }
    #expect(
      found.map(\.message) == [
        """
        Item was added to Item.kids after it had left a tree and had let go of its functions and \
        children. It was taken out again. Make a new one.
        """,
        """
        Item is anchored after it had left a tree and had let go of its functions and children. \
        The anchor has no effect. Anchor a new Item.
        """,
      ]
    )
    #expect(!kid.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func aDuplicateLivesOnceUntilItsLastPlaceGoes() {
    let kid = Kid("k")
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    let found = reports {
      root.kids.append(kid)
      #expect(kid.context.isLive)
      root.kids.removeLast()
    }
    #expect(
      found.map(\.message) == [
        """
        Item is more than once in Item.kids. It lives once; hold each element once, or give each \
        place an element of its own.
        """
      ]
    )
    #expect(kid.context.isLive)
    root.kids.removeLast()
    #expect(!kid.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func duplicatesOfOneCommitAreReportedOnce() {
    let root = Kid(kids: (0..<10).map { Kid("\($0)") })
    let anchor = Anchor(root.context)
    let found = reports { root.kids += root.kids }
    #expect(found.count == 1)
    withExtendedLifetime(anchor) {}
  }

  @Test func aContextOfAnotherTreeStaysThere() {
    let kid = Kid("k")
    let (one, two) = (Kid(kids: [kid]), Kid())
    let anchors = [Anchor(one.context), Anchor(two.context)]
    let found = reports { two.kids.append(kid) }
    #expect(
      found.map(\.message) == [
        """
        Item was added to Item.kids but goes on living in another tree. It was taken out again. \
        Remove it from the other tree first, or make a new one.
        """
      ]
    )
    #expect(two.kids.isEmpty)
    #expect(kid.context.isLive)
    one.kids = []
    #expect(!kid.context.isLive)
    withExtendedLifetime(anchors) {}
  }

  @Test func anAncestorIsRefused() {
    let kid = Kid("k")
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    let found = reports {
      kid.kids = [root]
      kid.only = kid
      root.only = root
    }
    let text = """
      Item was added to Item.kids, which is below it in the tree. It was taken out again. Hold an \
      identifier instead of the ancestor.
      """
    #expect(
      found.map(\.message) == [
        text, text.replacing("kids", with: "only"), text.replacing("kids", with: "only"),
      ]
    )
    #expect(kid.kids.isEmpty)
    #expect(kid.only == nil && root.only == nil)
    #expect(root.context.isLive && kid.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func theRootCannotMoveIntoItsOwnTree() {
    let kid = Kid("k")
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    let found = reports {
      root.context.transaction {
        root.kids = []
        kid.kids = [root]
      }
    }
    #expect(found.count == 1)
    #expect(root.context.isLive)
    #expect(!kid.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func aFrozenCopyIsRefused() {
    let kid = Kid("k", count: 1)
    kid.context.phase = .frozen
    for slot in Item.layout.slots.indices {
      unsafe kid.context.headers[slot].flags.insert(.rejected)
    }
    let root = Kid()
    let anchor = Anchor(root.context)
    let found = reports {
      root.kids = [kid]
      let second = Anchor(kid.context)
      withExtendedLifetime(second) {}
      kid.name = "x"
    }
    #expect(
      found.map(\.message) == [
        """
        A frozen copy of Item was added to Item.kids. Frozen copies do not live in a tree. It was \
        taken out again. Add the live original or a new one.
        """,
        "A frozen copy of Item is anchored. Frozen copies do not live. Anchor a new Item.",
        """
        Item.name was written on a frozen copy. The write has no effect. Write to the live original.
        """,
      ]
    )
    #expect(kid.name == "k")
    withExtendedLifetime(anchor) {}
  }
}
