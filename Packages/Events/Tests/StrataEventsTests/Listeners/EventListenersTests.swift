import StrataConcurrency
import Testing

@testable import StrataEvents

@Suite struct EventListenersTests {
  /// A class around the list, which can not be copied into an expectation.
  private final class Owner {
    var listeners = EventListeners<Int>()
    var isEmpty: Bool { listeners.isEmpty }
    var count: Int { listeners.count }
    var slotCount: Int { listeners.storage?.slotCount ?? 0 }
    // SAFETY: the storage is alive while its body is read, and nothing else uses it.
    var capacity: Int { unsafe listeners.storage?.body.pointee.capacity ?? 0 }
    func add(_ listener: EventListener<Int>) { listeners.add(listener) }
    @discardableResult
    func remove(_ listener: EventListener<Int>) -> Bool { listeners.remove(listener) }
    func removeAll() -> [EventListener<Int>] { listeners.removeAll() }

    func delivery() -> EventDelivery<Int, Int> {
      var selected = SelectedListeners<Int>()
      listeners.select(for: 1, origin: .self, into: &selected)
      return EventDelivery(event: 1, sender: 0, to: selected)
    }
  }

  private func listener(_ log: Log = Log(), _ name: Int = 0) -> EventListener<Int> {
    .listener(to: Int.self) { _, _ in log.append("\(name)") }
  }

  @Test func isOneWordWhileEmpty() {
    #expect(MemoryLayout<EventListeners<Int>>.size == MemoryLayout<Int>.size)
    let listeners = Owner()
    #expect(listeners.isEmpty)
    let only = listener()
    listeners.add(only)
    #expect(!listeners.isEmpty)
    listeners.remove(only)
    #expect(listeners.isEmpty)
    #expect(listeners.slotCount == 0)
  }

  @Test func keepsTheOrderWhenOthersLeave() {
    let log = Log()
    let listeners = Owner()
    let all = (0..<100).map { listener(log, $0) }
    for listener in all { listeners.add(listener) }
    for index in all.indices where !index.isMultiple(of: 7) { listeners.remove(all[index]) }
    listeners.add(listener(log, 100))
    listeners.delivery().perform()
    #expect(log.all == (stride(from: 0, to: 100, by: 7).map(\.self) + [100]).map { "\($0)" })
    #expect(listeners.count == 16)
  }

  @Test func keepsNoMoreThanTwiceTheSlotsItNeeds() {
    let listeners = Owner()
    var kept: [EventListener<Int>] = []
    for step in 0..<10_000 {
      let new = listener()
      listeners.add(new)
      kept.append(new)
      if !step.isMultiple(of: 100) { listeners.remove(kept.removeFirst()) }
      #expect(listeners.slotCount <= max(9, 2 * listeners.count + 1))
    }
    #expect(listeners.count == 100)
    for listener in kept { #expect(listeners.remove(listener)) }
    #expect(listeners.isEmpty)
  }

  @Test func thereIsMemoryForEachSlot() {
    let listeners = Owner()
    for count in 1...40 {
      listeners.add(listener())
      #expect(listeners.slotCount == count)
      #expect((count...max(2, 2 * count)).contains(listeners.capacity))
    }
  }

  @Test func oneSelectedListenerNeedsNoArray() {
    let listeners = Owner()
    listeners.add(listener())
    #expect(listeners.delivery().listeners.others == nil)
    listeners.add(listener())
    #expect(listeners.delivery().listeners.others?.count == 1)
  }

  @Test(arguments: [(8, 8), (10, 4)])
  func sweepsOnceMoreThanHalfOfMoreThanEightSlotsAreFree(size: Int, swept: Int) {
    let listeners = Owner()
    let all = (0..<size).map { _ in listener() }
    for listener in all { listeners.add(listener) }
    for listener in all.prefix(size / 2) { listeners.remove(listener) }
    #expect(listeners.slotCount == size)
    listeners.remove(all[size / 2])
    #expect(listeners.slotCount == swept)
    for listener in all.dropFirst(size / 2 + 1) { #expect(listeners.remove(listener)) }
  }

  @Test func removesOnlyWhatItKeeps() {
    let listeners = Owner()
    let others = Owner()
    let mine = listener()
    listeners.add(mine)
    others.add(listener())
    #expect(!others.remove(mine))
    #expect(!others.remove(listener()))
    #expect(listeners.remove(mine))
    #expect(!listeners.remove(mine))
    #expect(others.count == 1)
  }

  @Test func removesAllInOrder() {
    let listeners = Owner()
    let all = (0..<5).map { listener(Log(), $0) }
    for listener in all { listeners.add(listener) }
    listeners.remove(all[2])
    #expect(
      listeners.removeAll().map(ObjectIdentifier.init)
        == [0, 1, 3, 4].map { ObjectIdentifier(all[$0]) }
    )
    #expect(listeners.isEmpty)
    listeners.add(all[0])
    #expect(listeners.delivery().listenerCount == 1)
  }

  @Test func releasesWhatIsRemoved() {
    let listeners = Owner()
    weak var released: EventListener<Int>?
    do {
      let other = listener()
      listeners.add(other)
      let listener = listener()
      released = listener
      listeners.add(listener)
      listeners.remove(listener)
    }
    #expect(released == nil)
    #expect(listeners.count == 1)
  }

  @Test func trapsWhenAListenerIsAddedTwice() async {
    await #expect(processExitsWith: .failure) {
      var listeners = EventListeners<Int>()
      let listener = EventListener<Int>.listener(to: Int.self) { _, _ in }
      listeners.add(listener)
      listeners.add(listener)
    }
  }
}
