import StrataConcurrency
import StrataRendering
import Testing

private final class Counter: Sendable {
  private let storage = Locked(0, rank: .leaf)

  var count: Int { storage.withLock { $0 } }

  func add() { storage.withLock { $0 += 1 } }
}

private struct Kept: HeadlessView {
  @HeadlessStateObject var counter = Counter()

  var body: some HeadlessView {
    HeadlessText("\(counter.count)")
    HeadlessButton("Add") { counter.add() }
  }
}

private struct Given: HeadlessView {
  @HeadlessObservedObject var counter: Counter

  var body: some HeadlessView { HeadlessText("\(counter.count)") }
}

private struct Found: HeadlessView {
  @HeadlessEnvironmentObject var counter: Counter

  var body: some HeadlessView {
    HeadlessText("\(counter.count)")
    HeadlessButton("Add") { counter.add() }
  }
}

@Suite struct HeadlessObjectTests {
  @Test func aViewKeepsTheObjectItMakes() {
    let view = Kept()
    let copy = view
    view.press("Add")
    copy.press("Add")
    #expect(view.lines == ["2", "[Add]"])
    #expect(Kept().lines == ["0", "[Add]"])
  }

  @Test func oneObjectServesAllViews() {
    let counter = Counter()
    let found = HeadlessVStack { Found() }.environmentObject(counter)
    found.press("Add")
    #expect(Given(counter: counter).lines == ["1"])
    #expect(found.lines == ["1", "[Add]"])
  }

  @Test func theNearestOfferIsFound() {
    let (near, far) = (Counter(), Counter())
    near.add()
    let view = HeadlessVStack { Found().environmentObject(near) }.environmentObject(far)
    #expect(view.lines == ["1", "[Add]"])
  }
}
