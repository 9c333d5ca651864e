import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

private func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }

/// A value that is read by its slot's number is the one that the program would read.
@Suite struct AnyValueTests {
  private let list = Item.list.index
  private let name = Item.name.index

  @Test func aChangeInPlaceOfAnotherThreadIsAwaited() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    let reader = Locked<OtherThread?>(nil, rank: .leaf)
    let log = Log()
    change(&kid.list) { list in
      list.append(1)
      let gate = Gate()
      let thread = OtherThread {
        gate.open()
        log.add("\(kid.context.anyValue(at: Item.list.index) as? [Int] ?? [-1])")
      }
      reader.withLock { $0 = thread }
      gate.wait()
      log.add("changed")
      list.append(2)
    }
    reader.withLock { $0 }?.join()
    #expect(log.all == ["changed", "[1, 2]"])
    withExtendedLifetime(anchor) {}
  }
  @Test func allThreadsThatAwaitOneChangeGoOn() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    let log = Log()
    var readers: [OtherThread] = []
    change(&kid.list) { list in
      readers = (0..<3).map { _ in
        OtherThread { log.add("\(kid.context.anyValue(at: Item.list.index) ?? "nothing")") }
      }
      waitUntil { kid.context.lock().unlocking { kid.context.tree.waiters.count == 3 } }
      list.append(1)
    }
    for reader in readers { reader.join() }
    #expect(log.all == ["[1]", "[1]", "[1]"])
    withExtendedLifetime(anchor) {}
  }

  @Test func thereIsNoValueWhileThisThreadChangesIt() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    change(&kid.list) { _ in #expect(kid.context.anyValue(at: list) == nil) }
    #expect(kid.context.anyValue(at: list) as? [Int] == [])
    withExtendedLifetime(anchor) {}
  }

  @Test func thereIsNoValueWhereTheOtherThreadWaitsForThisOne() {
    let (kid, other) = (Kid("a"), Kid("b"))
    let anchor = Anchor(kid.context)
    kid.kids = [other]
    change(&kid.list) { list in
      list = [1]
      let gate = Gate()
      let thread = OtherThread {
        change(&other.list) { list in
          gate.open()
          // Now the first thread waits for this one, and this one for that.
          waitUntil { kid.context.hasWaiters }
          list = [kid.list.count]
        }
      }
      gate.wait()
      #expect(other.context.anyValue(at: Item.list.index) == nil)
      list.append(2)
      _ = thread
    }
    waitUntil { other.list == [2] }
    #expect(!kid.context.hasWaiters)
    #expect(other.context.anyValue(at: list) as? [Int] == [2])
    withExtendedLifetime(anchor) {}
  }

  @Test func thereIsNoneWhereTheOtherThreadWaitsAlreadyEither() {
    let (kid, other) = (Kid("a"), Kid("b"))
    let anchor = Anchor(kid.context)
    kid.kids = [other]
    let writer = Locked<OtherThread?>(nil, rank: .leaf)
    change(&kid.list) { list in
      list = [1]
      let thread = OtherThread {
        change(&other.list) { $0 = [kid.list.count] }
      }
      writer.withLock { $0 = thread }
      waitUntil { kid.context.hasWaiters }
      #expect(other.context.anyValue(at: Item.list.index) == nil)
      list.append(2)
    }
    writer.withLock { $0 }?.join()
    #expect(other.context.anyValue(at: list) as? [Int] == [2])
    withExtendedLifetime(anchor) {}
  }

  @Test func anotherThreadsTransactionShowsTheValueFromBefore() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    kid.kids = [Kid("first")]
    kid.context.transaction {
      kid.name = "b"
      kid.list = [1]
      kid.kids = []
      OtherThread {
        #expect(kid.context.anyValue(at: Item.name.index) as? String == "a")
        #expect(kid.context.anyValue(at: Item.list.index) as? [Int] == [])
        #expect((kid.context.anyValue(at: Item.kids.index) as? [Kid])?.count == 1)
      }.join()
      #expect(kid.context.anyValue(at: name) as? String == "b")
    }
    #expect(kid.context.anyValue(at: name) as? String == "b")
    withExtendedLifetime(anchor) {}
  }

  @Test func anOpenTransactionMovesNothingForOtherThreads() {
    let (root, kid) = (Kid("root"), Kid("kid"))
    let anchor = Anchor(root.context)
    root.kids = [kid]
    root.context.transaction {
      root.kids = []
      root.only = kid
      OtherThread {
        #expect(kid.context.isReached { $1 == Item.only.index })
        #expect(!kid.context.isReached { $1 == Item.kids.index })
      }.join()
    }
    #expect(!kid.context.isReached { $1 == Item.only.index })
    withExtendedLifetime(anchor) {}
  }

  @Test func aHiddenSlotHidesWhatIsBelow() {
    let (root, kid, leaf) = (Kid("root"), Kid("kid"), Kid("leaf"))
    let anchor = Anchor(root.context)
    kid.kids = [leaf]
    root.only = kid
    let isHidden: (Layout, Int) -> Bool = { $1 == Item.only.index }
    #expect(root.context.isReached(without: isHidden))
    #expect(!kid.context.isReached(without: isHidden))
    #expect(!leaf.context.isReached(without: isHidden))
    if case .hidden = leaf.context.anyValue(at: name, unlessBehind: isHidden) {
    } else {
      Issue.record("the value is shown")
    }
    // A second way leads there.
    root.kids = [leaf]
    #expect(leaf.context.isReached(without: isHidden) && !kid.context.isReached(without: isHidden))
    #expect(
      !leaf.context.isReached { layout, slot in
        isHidden(layout, slot) || slot == Item.kids.index
      }
    )
    root.only = nil
    #expect(leaf.context.isReached(without: isHidden))
    withExtendedLifetime(anchor) {}
  }
}
