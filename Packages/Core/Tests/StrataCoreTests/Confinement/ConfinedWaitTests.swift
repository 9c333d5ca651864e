import StrataConcurrency
import Testing

@testable import StrataCore

/// A thread that owns a confined tree and waits for another thread in it lets that thread go on.
@Suite struct ConfinedWaitTests {
  @Test func aDerivedValueThatAnotherThreadComputesIsAwaited() {
    let kid = Kid("a", count: 1)
    let anchor = ConfinedAnchor(kid.context, at: .thisLine())
    let (begun, held) = (Gate(), Gate())
    let runs = Counter()
    let text = Derived(of: kid.context, at: .thisLine()) { () -> String in
      runs.add()
      begun.open()
      held.wait()
      // Needs the lock, which the other thread has until it waits.
      return kid.name + "\(kid.list.count)"
    }
    let other = OtherThread { #expect(text.value == "a0") }
    begun.wait()
    anchor.withAccess {
      held.open()
      #expect(text.value == "a0")
      kid.name = "b"
    }
    other.join()
    #expect(runs.count == 1)
    #expect(kid.name == "b")
  }

  @Test func theLockIsHeldAgainBehindTheWait() {
    let kid = Kid("a", count: 1)
    let anchor = ConfinedAnchor(kid.context, at: .thisLine())
    let (changing, held) = (Gate(), Gate())
    let other = OtherThread {
      Self.change(&kid.context[Item.name]) { name in
        changing.open()
        held.wait()
        name = "changed"
      }
    }
    changing.wait()
    let seen = Log()
    let reader = Log()
    anchor.withAccess {
      held.open()
      seen.add(kid.name)
      let late = OtherThread { reader.add(kid.name) }
      // No thread reads before the closure has returned, so all writes here are seen at once.
      for _ in 0..<100 { kid.name += "." }
      seen.add("\(kid.name.count)")
      _ = late
    }
    other.join()
    waitUntil { !reader.all.isEmpty }
    #expect(seen.all == ["changed", "107"])
    #expect(reader.all == ["changed" + String(repeating: ".", count: 100)])
  }

  private static func change(_ name: inout String, _ body: (inout String) -> Void) { body(&name) }
}
