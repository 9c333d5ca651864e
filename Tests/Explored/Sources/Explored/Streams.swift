import Explorer
import StrataConcurrency

/// Programs about sequences whose loops run beside those who send, and about calls that wait.
let streamPrograms = [
  Program(
    "stream-whole",
    "A loop over a sequence gets each element that is sent after its beginning, in order.",
    workers: 1
  ) { scene in
    let numbers = Multicast<Int>()
    let elements = numbers.subscribe()
    let seen = Shared<[Int]>([])
    scene.thread {
      Task { for await number in elements { seen.change { $0.append(number) } } }
    }
    scene.thread {
      for number in 1...2 { numbers.send(number) }
      numbers.finish()
    }
    scene.atEnd { expect(seen.value == [1, 2], "seen \(seen.value)") }
  },
  Program(
    "stream-cancel",
    "A loop that is cancelled beside an element ends, and its sequence is told so once.",
    workers: 1
  ) { scene in
    let numbers = Multicast<Int>()
    let ends = Shared(0)
    let seen = Shared<[Int]>([])
    let isOver = Shared(false)
    let elements = numbers.subscribe { ends.change { $0 += 1 } }
    let task = Task {
      for await number in elements { seen.change { $0.append(number) } }
      isOver.value = true
    }
    scene.thread { numbers.send(1) }
    scene.thread { task.cancel() }
    scene.atEnd {
      expect(isOver.value && ends.value == 1, "it has ended \(ends.value) times")
      expect(seen.value.count <= 1 && numbers.subscriberCount == 0, "seen \(seen.value)")
    }
  },
  Program(
    "stream-subscribe",
    "Who subscribes beside a send begins with the last element of before or misses nothing.",
    workers: 1
  ) { scene in
    let numbers = Multicast(replaying: 0)
    let seen = Shared<[Int]>([])
    scene.thread {
      let elements = numbers.subscribe()
      Task { for await number in elements { seen.change { $0.append(number) } } }
    }
    scene.thread {
      numbers.send(1)
      numbers.send(2)
      numbers.finish()
    }
    scene.atEnd {
      expect([[0, 1, 2], [1, 2], [2]].contains(seen.value), "seen \(seen.value)")
    }
  },
  Program(
    "stream-two-loops",
    "Of two loops over one subscription each element reaches one, and both end.",
    workers: 2
  ) { scene in
    let numbers = Multicast<Int>()
    let elements = numbers.subscribe()
    let seen = Shared<[Int]>([])
    let ends = Shared(0)
    for _ in 0..<2 {
      Task {
        for await number in elements { seen.change { $0.append(number) } }
        ends.change { $0 += 1 }
      }
    }
    scene.thread {
      for number in 1...2 { numbers.send(number) }
      numbers.finish()
    }
    scene.atEnd { expect(seen.value.sorted() == [1, 2] && ends.value == 2, "seen \(seen.value)") }
  },
]
