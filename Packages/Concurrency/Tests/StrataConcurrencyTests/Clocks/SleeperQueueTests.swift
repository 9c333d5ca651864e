import Testing

@testable import StrataConcurrency

@Suite struct SleeperQueueTests {
  @Test func agreesWithASortedArray() {
    var queue = SleeperQueue<Int>()
    var model: [(deadline: VirtualInstant, id: UInt64, value: Int)] = []
    var random = SplitMix64(seed: 4)
    for step in 0..<10_000 {
      let now = VirtualInstant(offset: .seconds(Int(random.next(below: 50))))
      switch random.next(below: 4) {
      case 0, 1:
        let id = queue.add(step, until: now)
        model.append((now, id, step))
        model.sort { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
      case 2 where !model.isEmpty:
        let index = Int(random.next(below: UInt32(model.count)))
        #expect(queue.remove(model[index].id) == model.remove(at: index).value)
      default:
        let due = model.first.flatMap { $0.deadline <= now ? $0.value : nil }
        if due != nil { model.removeFirst() }
        #expect(queue.popDue(at: now) == due)
      }
      #expect(queue.count == model.count)
      #expect(queue.nextDeadline() == model.first?.deadline)
    }
    #expect(queue.popAll() == model.map(\.value))
    #expect(queue.remove(0) == nil)
  }
}
