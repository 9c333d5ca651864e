import Explorer
import StrataConcurrency
import StrataCore

/// Programs about derived values.
let derivedPrograms = [
  Program(
    "derived-told-committed",
    "An observer of a derived value is notified of committed values alone."
  ) { scene in
    let numbers = Numbers()
    let sum = numbers.derived { $0[0] * 1_000 + $0[1] }
    let told = Shared<[Int]>([])
    let first = sum.observe(at: .thisLine()) { _ in called("first observer") }
    let second = sum.observe(at: .thisLine()) { value in
      called("second observer")
      told.change { $0.append(value) }
    }
    scene.thread {
      numbers.context.transaction {
        numbers[0] = 1
        numbers[1] = 1
      }
    }
    scene.thread {
      numbers.context.transaction {
        numbers[0] = 2
        _ = sum.value
        step("in the transaction")
        numbers[0] = 1
      }
    }
    scene.thread { _ = sum.value }
    scene.atEnd {
      let allowed: Set = [0, 1_000, 1_001]
      expect(told.value.allSatisfy(allowed.contains), "notified of \(told.value)")
      expect(sum.value == numbers[0] * 1_000 + numbers[1], "the value is \(sum.value)")
      withExtendedLifetime((first, second)) {}
    }
  },
  Program(
    "derived-own-writes",
    "A transaction reads derived values that agree with its own writes."
  ) { scene in
    let numbers = Numbers()
    let sum = numbers.derived { $0[0] + $0[1] }
    let observation = sum.observe(at: .thisLine()) { _ in called("observer") }
    for index in 0..<2 {
      scene.thread {
        numbers.context.transaction {
          numbers[index] += 1
          let value = sum.value
          expect(value == numbers[0] + numbers[1], "\(value) of \(numbers[0]), \(numbers[1])")
        }
      }
    }
    scene.atEnd {
      expect(sum.value == 2, "the value is \(sum.value)")
      withExtendedLifetime(observation) {}
    }
  },
  Program(
    "derived-own-write-checked",
    "A transaction reads derived values that agree with its own writes, also if a reader has checked them."
  ) { scene in
    let numbers = Numbers()
    // The write below flags the value, which is then the same.
    let zero = numbers.derived { $0[1] * 0 }
    let double = numbers.derived { $0[0] * 2 + zero.value }
    _ = double.value
    scene.thread {
      numbers[1] = 1
      numbers.context.transaction {
        numbers[0] += 1
        let value = double.value
        expect(value == numbers[0] * 2, "\(value) of \(numbers[0])")
      }
    }
    scene.thread { _ = double.value }
    scene.atEnd { expect(double.value == 2, "the value is \(double.value)") }
  },
  Program(
    "derived-told-beside-unchanged",
    "Observers get the last value also if the next transaction leaves it as it was."
  ) { scene in
    let numbers = Numbers()
    let sum = numbers.derived { $0[0] + $0[1] }
    let told = Shared<Int>(0)
    let isDelivered = Gate()
    let observation = sum.observe(at: .thisLine()) { value in
      called("observer")
      told.change { $0 = value }
    }
    scene.thread {
      numbers[1] = 1
      isDelivered.open()
    }
    scene.thread {
      numbers.context.transaction {
        numbers[0] += 1
        isDelivered.wait()
        numbers[0] -= 1
      }
    }
    scene.atEnd {
      expect(told.value == sum.value, "notified of \(told.value), the value is \(sum.value)")
      withExtendedLifetime(observation) {}
    }
  },
  Program(
    "derived-once-beside-transaction",
    "A read beside an open transaction evaluates each derived value at most once."
  ) { scene in
    let numbers = Numbers()
    let evaluations = Evaluations()
    let top = diamonds(4, over: numbers, counting: evaluations)
    let isRead = Gate()
    let isDone = Gate()
    scene.thread {
      numbers.context.transaction {
        numbers[0] = 1
        _ = top.value
        isRead.open()
        isDone.wait()
      }
    }
    scene.thread {
      isRead.wait()
      _ = top.value
      isDone.open()
    }
    scene.atEnd {
      let most = evaluations.most(of: 1)
      expect(most <= 1, "one value was evaluated \(most) times by one read")
    }
  },
  Program(
    "derived-middle",
    "A read of a derived value never shows what a transaction has computed in its middle."
  ) { scene in
    let numbers = Numbers()
    let write: @Sendable (Int, @Sendable () -> Void) -> Void = { number, between in
      numbers.context.transaction {
        numbers[0] = number
        between()
        numbers[1] = number
      }
    }
    // Counted memory, so that the reader gives the lock back to release the value from before.
    let pair = Derived<[Int], Never>(of: numbers.context, at: .thisLine()) { [unowned numbers] in
      [numbers[0], numbers[1]]
    }
    _ = pair.value
    write(1) {}
    scene.thread {
      let value = pair.value
      expect(value[0] == value[1], "read \(value)")
    }
    scene.thread { write(2) { _ = pair.value } }
    scene.atEnd { expect(pair.value == [2, 2], "the value is \(pair.value)") }
  },
  Program(
    "derived-pass",
    "Observers of several derived values are notified of values of one commit, the last one last."
  ) { scene in
    let numbers = Numbers()
    let low = numbers.derived { min($0[0], $0[1]) * 1_000 + max($0[0], $0[1]) }
    let high = numbers.derived { _ in low.value + 100_100 }
    let told = Shared<[[Int]]>([[], []])
    let observations = [low, high].enumerated().map { place, value in
      value.observe(at: .thisLine()) { value in
        called(place == 0 ? "observer of the low" : "observer of the high")
        told.change { $0[place].append(value) }
      }
    }
    for value in 1...2 {
      scene.thread {
        numbers.context.transaction {
          numbers[0] = value
          numbers[1] = value
        }
      }
    }
    scene.thread { _ = high.value }
    scene.atEnd {
      let whole = told.value.joined().allSatisfy { $0 / 1_000 % 100 == $0 % 100 }
      expect(whole, "notified of \(told.value)")
      expect(told.value.map(\.last) == [low.value, high.value], "notified of \(told.value)")
      withExtendedLifetime(observations) {}
    }
  },
  commits("derived-two-commits", levels: 2, readers: [1], inside: [], commits: 2),
  commits("derived-two-commits-inside", levels: 2, readers: [1], inside: [0], commits: 1),
  commits("derived-two-commits-readers", levels: 3, readers: [2, 1], inside: [], commits: 1),
]

/// Derived values over numbers that are always written together; each reads a number and all values below.
///
/// - Parameters:
///   - name: The program's name.
///   - levels: How many derived values there are, each above the one before.
///   - readers: The level that each reading thread reads.
///   - inside: The levels that the writing thread reads inside its transactions.
///   - commits: How many transactions there are.
/// - Returns: The program.
func commits(
  _ name: String,
  levels: Int,
  readers: [Int],
  inside: [Int],
  commits: Int
) -> Program {
  Program(
    name,
    "A read of a derived value never mixes two commits."
  ) { scene in
    let numbers = Numbers(levels + 1)
    let spread = { @Sendable (values: [Int]) in (values.min() ?? 0) * 1_000 + (values.max() ?? 0) }
    var all = [numbers.derived { spread([$0[0], $0[1]]) }]
    for level in 1..<levels {
      let below = all
      all.append(
        numbers.derived { numbers in
          var parts = [numbers[level + 1]]
          for source in below.reversed() { parts += [source.value / 1_000, source.value % 1_000] }
          return spread(parts)
        }
      )
    }
    _ = all.last?.value
    for reader in readers {
      let derived = all[reader]
      scene.thread {
        let value = derived.value
        expect(value / 1_000 == value % 1_000, "read \(value / 1_000) and \(value % 1_000)")
      }
    }
    let known = all
    scene.thread {
      for value in 1...commits {
        numbers.context.transaction {
          for index in 0...levels { numbers[index] = value }
          for index in inside { _ = known[index].value }
        }
      }
    }
  }
}

/// How often each thread has evaluated each derived value.
final class Evaluations: Sendable {
  private let counts = Shared<[[Int]: Int]>([:])

  func note(_ value: Int) {
    guard let thread = currentThread else { return }
    counts.change { $0[[thread, value], default: 0] += 1 }
  }

  func most(of thread: Int) -> Int {
    counts.value.filter { $0.key[0] == thread }.map(\.value).max() ?? 0
  }
}

/// A chain of diamonds: each doubles the ways from the top to the bottom.
func diamonds(
  _ count: Int,
  over numbers: Numbers,
  counting evaluations: Evaluations
) -> Derived<Int, Never> {
  var top = numbers.derived { numbers in
    evaluations.note(0)
    return numbers[0]
  }
  for index in 1...count {
    let below = top
    let sides = (1...2).map { side in
      numbers.derived { _ in
        evaluations.note(index * 3 + side)
        return below.value
      }
    }
    top = numbers.derived { _ in
      evaluations.note(index * 3)
      return sides[0].value + sides[1].value
    }
  }
  return top
}
