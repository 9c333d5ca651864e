import Explorer
import StrataConcurrency
import StrataCore

/// Programs about transactions.
let transactionPrograms = [
  Program("transaction-read", "Nobody else sees the middle of a transaction.") { scene in
    let numbers = Numbers()
    scene.thread {
      for value in 1...2 {
        numbers.context.transaction {
          numbers[0] = value
          step("in the middle")
          numbers[1] = value
        }
      }
    }
    scene.thread {
      for _ in 0..<2 {
        let (first, second) = numbers.context.readTogether(numbers.slot(0), numbers.slot(1))
        expect(first == second, "read \(first) and \(second)")
      }
    }
  },
  Program(
    "transaction-add",
    "Transactions that change the same properties lose nothing."
  ) { scene in
    let numbers = Numbers()
    for _ in 0..<2 {
      scene.thread {
        numbers.context.transaction {
          numbers[0] += 1
          step("in the middle")
          numbers[1] += 1
        }
      }
    }
    scene.atEnd { expect(numbers[0] == 2 && numbers[1] == 2, "\(numbers[0]), \(numbers[1])") }
  },
  Program(
    "transaction-cross",
    "Transactions that write properties in opposite order both end."
  ) { scene in
    let numbers = Numbers()
    for order in [[0, 1], [1, 0]] {
      scene.thread {
        numbers.context.transaction {
          for index in order { numbers.context[numbers.slot(index)] += 1 }
        }
      }
    }
    scene.atEnd { expect(numbers[0] == 2 && numbers[1] == 2, "\(numbers[0]), \(numbers[1])") }
  },
  Program(
    "transaction-write",
    "A write waits for a transaction that has written the property."
  ) { scene in
    let numbers = Numbers()
    scene.thread {
      numbers.context.transaction {
        numbers[0] = 1
        step("in the middle")
        expect(numbers[0] == 1, "its own write has become \(numbers[0])")
        numbers[0] = 2
      }
    }
    scene.thread { numbers[0] = 3 }
    scene.atEnd { expect([2, 3].contains(numbers[0]), "the value is \(numbers[0])") }
  },
  Program(
    "transaction-nested",
    "A transaction inside a transaction commits with the outermost."
  ) { scene in
    let numbers = Numbers()
    scene.thread {
      numbers.context.transaction {
        numbers[0] = 1
        numbers.context.transaction { numbers[1] = 1 }
        step("after the inner one")
      }
    }
    scene.thread {
      let (first, second) = numbers.context.readTogether(numbers.slot(0), numbers.slot(1))
      expect(first == second, "read \(first) and \(second)")
    }
  },
  Program(
    "transaction-observe",
    "An observer is notified once of what a transaction has written."
  ) { scene in
    let numbers = Numbers()
    let told = Shared<[Int]>([])
    let observation = numbers.context.observe(numbers.slot(0)) { _ in
      called("observer")
      told.change { $0.append(numbers[1]) }
    }
    for value in 1...2 {
      scene.thread {
        numbers.context.transaction {
          numbers[0] = value * 10
          numbers[0] = value
          numbers[1] = value
        }
      }
    }
    scene.atEnd {
      expect(told.value.count == 2, "notified \(told.value)")
      expect(told.value.last == numbers[0], "notified \(told.value), the value is \(numbers[0])")
      withExtendedLifetime(observation) {}
    }
  },
  Program(
    "transaction-two-trees",
    "Transactions of two trees that write into each other both end."
  ) { scene in
    let trees = [Numbers(), Numbers()]
    for index in 0..<2 {
      scene.thread {
        trees[index].context.transaction {
          trees[index][0] += 1
          trees[1 - index][1] += 1
        }
      }
    }
    scene.atEnd {
      for tree in trees { expect(tree[0] == 1 && tree[1] == 1, "\(tree[0]), \(tree[1])") }
    }
  },
]
