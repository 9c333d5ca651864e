import Explorer
import StrataConcurrency
import StrataCore

/// Programs about observers and the delivery of changes.
let deliveryPrograms = [
  Program(
    "delivery-order",
    "An observer is notified of each commit once, the last one last."
  ) { scene in
    let numbers = Numbers()
    let told = Shared<[Int]>([])
    let observation = numbers.context.observe(numbers.slot(0)) { _ in
      called("observer")
      told.change { $0.append(numbers[0]) }
    }
    for value in 1...2 {
      scene.thread { numbers[0] = value }
    }
    scene.atEnd {
      expect(told.value.count == 2, "notified \(told.value)")
      expect(told.value.last == numbers[0], "notified \(told.value), the value is \(numbers[0])")
      withExtendedLifetime(observation) {}
    }
  },
  Program("delivery-alone", "Rounds of one tree are delivered one at a time.") { scene in
    let numbers = Numbers()
    let inside = Shared(0)
    let observation = numbers.context.observe(numbers.slot(0)) { _ in
      inside.change { $0 += 1 }
      expect(inside.value == 1, "two deliveries at once")
      inside.change { $0 -= 1 }
    }
    for value in 1...3 {
      scene.thread { numbers[0] = value }
    }
    scene.atEnd { withExtendedLifetime(observation) {} }
  },
  Program(
    "delivery-write",
    "What an observer writes is delivered after what it was notified of."
  ) { scene in
    let numbers = Numbers()
    let told = Shared<[Int]>([])
    let first = numbers.context.observe(numbers.slot(0)) { _ in
      called("first observer")
      told.change { $0.append(0) }
      numbers[1] += 1
    }
    let second = numbers.context.observe(numbers.slot(1)) { _ in
      called("second observer")
      told.change { $0.append(1) }
    }
    for value in 1...2 {
      scene.thread { numbers[0] = value }
    }
    scene.atEnd {
      expect(told.value.sorted() == [0, 0, 1, 1], "notified \(told.value)")
      expect(told.value.first == 0 && told.value.last == 1, "notified \(told.value)")
      withExtendedLifetime((first, second)) {}
    }
  },
  Program("delivery-add", "An observer that is added is notified of every later commit.") { scene in
    let numbers = Numbers()
    let told = Shared<[Int]>([])
    let kept = Shared<Subscription?>(nil)
    scene.thread {
      let observation = numbers.context.observe(numbers.slot(0)) { _ in
        called("observer")
        told.change { $0.append(numbers[0]) }
      }
      kept.value = observation
      let before = numbers[0]
      numbers[1] = before
    }
    scene.thread {
      numbers[0] = 1
      numbers[0] = 2
    }
    scene.atEnd {
      if numbers[1] < 2 { expect(told.value.last == 2, "notified \(told.value)") }
    }
  },
  Program("delivery-remove", "Removing an observer while it is notified ends well.") { scene in
    let numbers = Numbers()
    let calls = Shared(0)
    let observation = numbers.context.observe(numbers.slot(0)) { _ in
      called("observer")
      calls.change { $0 += 1 }
    }
    scene.thread { observation.cancel() }
    scene.thread { numbers[0] = 1 }
    scene.thread { numbers[0] = 2 }
    scene.atEnd { expect(calls.value <= 2, "notified \(calls.value) times") }
  },
]
