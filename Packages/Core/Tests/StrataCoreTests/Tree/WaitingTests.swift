import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct WaitingTests {
  /// Starts threads that wait for a slot of a context, and returns when all of them sleep.
  private func startWaiters(
    _ count: Int,
    at kid: Kid,
    _ body: @escaping @Sendable () -> Void
  ) -> [OtherThread] {
    let threads = (0..<count).map { _ in OtherThread(body) }
    waitUntil { kid.context.waiterCount == count }
    return threads
  }

  @Test(arguments: [1, 5])
  func eachOfManyThreadsGetsItsTurn(count: Int) {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    var threads: [OtherThread] = []
    change(&kid.count) { value in
      threads = startWaiters(count, at: kid) { kid.count += 10 }
      value += 1
    }
    for thread in threads { thread.join() }
    #expect(kid.count == 2 + 10 * count)
    #expect(kid.context.waiterCount == 0)
    withExtendedLifetime(anchor) {}
  }

  @Test func aThreadGetsItsTurnAfterAChangeThatOnlyAChangeLogTakes() throws {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let lists = Locked<[Int]>([], rank: .leaf)
    let opened = kid.context.openChangeLog(keepsValues: true) { entry in
      lists.withLock { $0.append(entry.pendingChanges.count) }
    }
    let changeLog = try #require(opened)
    var threads: [OtherThread] = []
    change(&kid.list) { list in
      threads = startWaiters(1, at: kid) { kid.list = [7] }
      list.append(1)
    }
    for thread in threads { thread.join() }
    #expect(kid.list == [7])
    #expect(lists.withLock { $0 } == [1, 1])
    withExtendedLifetime((anchor, changeLog)) {}
  }

  @Test func threadsThatReplaceAndThatReadGetTheirTurnToo() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    var threads: [OtherThread] = []
    change(&kid.list) { list in
      threads = startWaiters(3, at: kid) { kid.list = kid.list + [7] }
      list.append(1)
    }
    for thread in threads { thread.join() }
    #expect(kid.list.starts(with: [1, 7]))
    #expect(kid.context.waiterCount == 0)
    withExtendedLifetime(anchor) {}
  }

  @Test func threadsThatWaitForTheSlotOfARemovedContextAllReturn() {
    let kid = Kid(count: 1)
    let parent = Kid("p", kids: [kid])
    let anchor = Anchor(parent.context)
    var threads: [OtherThread] = []
    // Their writes are rejected and reported where they run, without a handler.
    change(&kid.count) { value in
      threads = startWaiters(3, at: kid) {
        _ = reports { kid.count += 10 }
      }
      value += 1
      parent.kids = []
    }
    for thread in threads { thread.join() }
    #expect(kid.context.waiterCount == 0)
    withExtendedLifetime(anchor) {}
  }

  @Test func threadsThatWaitForTheSlotOfAContextThatJoinsATreeAllReturn() {
    let kid = Kid(count: 1)
    let root = Kid()
    let anchor = Anchor(root.context)
    var threads: [OtherThread] = []
    change(&kid.count) { value in
      threads = startWaiters(3, at: kid) { kid.count += 10 }
      root.kids.append(kid)
      value += 1
    }
    for thread in threads { thread.join() }
    #expect(kid.count == 32)
    withExtendedLifetime(anchor) {}
  }

  @Test func threadsThatWaitForTheSlotOfAContextThatIsAnchoredAllReturn() {
    let kid = Kid(count: 1)
    var anchor: Anchor?
    var threads: [OtherThread] = []
    change(&kid.count) { value in
      threads = startWaiters(3, at: kid) { kid.count += 10 }
      anchor = Anchor(kid.context)
      value += 1
    }
    for thread in threads { thread.join() }
    #expect(kid.count == 32)
    withExtendedLifetime(anchor) {}
  }

  @Test func aCircleIsFoundAlsoByTheOneWhomAnotherHasWoken() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid(count: 1)
      let anchor = Anchor(kid.context)
      // Two threads wait for the number while a third has the list checked out. The first of the two then waits for the
      // list.
      let threads = Locked<[OtherThread]>([], rank: .leaf)
      change(&kid.count) { _ in
        let waiting = (0..<2).map { _ in
          OtherThread {
            change(&kid.count) { _ in
              change(&kid.list) { $0.append(1) }
            }
          }
        }
        let holding = OtherThread {
          change(&kid.list) { _ in
            waitUntil { kid.context.waiterCount == 2 }
            kid.count += 1
          }
        }
        threads.withLock { $0 = waiting + [holding] }
        waitUntil { kid.context.waiterCount == 3 }
      }
      for thread in threads.withLock({ $0 }) { thread.join() }
      withExtendedLifetime(anchor) {}
    }
    expectOutput(result?.standardErrorContent, contains: "Deadlock: threads wait for one another")
  }

  @Test func transactionsThatWaitForOneAnotherEndTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kids = [Kid(), Kid()]
      let anchors = kids.map { Anchor($0.context) }
      let gates = [Gate(), Gate()]
      onThreads(2) { number in
        kids[number].context.transaction {
          gates[number].open()
          gates[1 - number].wait()
          kids[1 - number].context.transaction {}
        }
      }
      withExtendedLifetime(anchors) {}
    }
    expectOutput(result?.standardErrorContent, contains: "Deadlock: threads wait for one another")
  }
}

extension Context {
  /// How many threads sleep until something in the tree becomes free.
  fileprivate var waiterCount: Int {
    let lock = lock()
    defer { lock.unlock() }
    return tree.waiters.count
  }
}

/// Runs a closure on a value in place.
private func change<Value>(_ value: inout Value, _ body: (inout Value) throws -> Void) rethrows {
  try body(&value)
}
