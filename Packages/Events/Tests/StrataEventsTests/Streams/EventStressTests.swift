import StrataConcurrency
import StrataEvents
import Testing

@Suite struct EventStressTests {
  private struct Numbered: Sendable {
    var thread: Int
    var number: Int
  }

  /// Eight threads send 125,000 events each while listeners come and go.
  @Test func losesAndRepeatsNothingUnderEightThreads() async {
    let perThread = 125_000
    let root = Node("root")
    let senders = (0..<8).map { root.makeChild("\($0)").makeChild("\($0)") }
    let stream = root.events(of: Numbered.self)
    let consumer = Task {
      var next = Array(repeating: 0, count: 8)
      var wrong = 0
      for await event in stream {
        if next[event.thread] != event.number { wrong += 1 }
        next[event.thread] = event.number + 1
      }
      return (next, wrong)
    }
    await withTaskGroup(of: Void.self) { group in
      for (thread, sender) in senders.enumerated() {
        group.addTask {
          for number in 0..<perThread {
            sender.send(Numbered(thread: thread, number: number))
            if number.isMultiple(of: 100) { _ = sender.events(of: Numbered.self) }
          }
        }
      }
    }
    root.finishListeners()
    let (next, wrong) = await consumer.value
    #expect(next == Array(repeating: perThread, count: 8))
    #expect(wrong == 0)
    #expect(root.treeListenerCount == 0)
  }
}
