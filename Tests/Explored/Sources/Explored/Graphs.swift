import Explorer
import StrataConcurrency
import StrataCore

/// Programs about graphs of derived values: what they read changes, goes, fails, or lies in another tree.
let graphPrograms = [
  Program(
    "graph-dynamic",
    "A derived value that changes its sources beside writers ends with a value of the last ones."
  ) { scene in
    let numbers = Numbers(3)
    let chosen = numbers.derived { $0[0] == 0 ? $0[1] : $0[2] }
    let told = Shared<[Int]>([])
    let token = chosen.observe(at: .thisLine()) { value in
      called("observer")
      told.change { $0.append(value) }
    }
    scene.thread { numbers[0] = 1 }
    scene.thread {
      numbers[1] = 10
      numbers[2] = 20
    }
    scene.atEnd {
      expect(chosen.value == 20, "the value is \(chosen.value)")
      expect(told.value.last == 20, "notified of \(told.value)")
      expect(zip(told.value, told.value.dropFirst()).allSatisfy(!=), "notified of \(told.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program(
    "graph-removal",
    "A value whose owner is removed beside a write agrees with the owner's last values."
  ) { scene in
    let row = Row(0, [Row(1)])
    let anchor = Anchor(row.context, at: .thisLine())
    let child = row.rows[0]
    let double = Derived<Int, Never>(of: child.context, at: .thisLine()) { child.number * 2 }
    let token = double.observe(at: .thisLine()) { _ in called("observer") }
    scene.thread { child.number = 2 }
    scene.thread { row.rows = [] }
    scene.thread {
      let value = double.value
      expect([2, 4].contains(value), "read \(value)")
    }
    scene.atEnd {
      expect(double.value == child.number * 2, "\(double.value) of \(child.number)")
      withExtendedLifetime((anchor, token)) {}
    }
  },
  Program(
    "graph-source-removal",
    "A value of the root follows a row that is removed beside a write of the row."
  ) { scene in
    let row = Row(0, [Row(1)])
    let anchor = Anchor(row.context, at: .thisLine())
    let child = row.rows[0]
    let sum = Derived<Int, Never>(of: row.context, at: .thisLine()) {
      row.rows.reduce(0) { $0 + $1.number }
    }
    let told = Shared<[Int]>([])
    let token = sum.observe(at: .thisLine()) { value in told.change { $0.append(value) } }
    scene.thread { child.number = 2 }
    scene.thread { row.rows = [] }
    scene.atEnd {
      expect(sum.value == 0, "the sum is \(sum.value)")
      expect(told.value.last == 0, "notified of \(told.value)")
      withExtendedLifetime((anchor, token)) {}
    }
  },
  Program(
    "graph-two-trees",
    "A value of two trees that are written at once ends with the last numbers of both."
  ) { scene in
    let (left, right) = (Numbers(1), Numbers(1))
    let sum = left.derived { $0[0] * 10 + right[0] }
    let told = Shared<[Int]>([])
    let token = sum.observe(at: .thisLine()) { value in told.change { $0.append(value) } }
    scene.thread { left[0] = 1 }
    scene.thread { right[0] = 1 }
    scene.atEnd {
      expect(sum.value == 11, "the sum is \(sum.value)")
      expect(told.value.last == 11, "notified of \(told.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program(
    "graph-error",
    "An error that a computation throws beside a write is of one moment, and the end is the value."
  ) { scene in
    let numbers = Numbers()
    let ratio = Derived<Int, DivisionByZero>(
      of: numbers.context,
      at: .thisLine(),
      areEqual: { $0 == $1 },
      outcome: { [unowned numbers] in
        let (part, whole) = (numbers[0], numbers[1])
        return whole == 0 ? .failure(DivisionByZero(part: part)) : .success(part / whole)
      }
    )
    scene.thread {
      numbers.context.transaction {
        numbers[0] = 6
        numbers[1] = 3
      }
    }
    scene.thread {
      switch ratio.outcome {
      case .success(let value): expect(value == 2, "read \(value)")
      case .failure(let error): expect(error.part == 0, "read an error of \(error.part)")
      }
    }
    scene.atEnd {
      guard case .success(2) = ratio.outcome else {
        return expect(false, "the end is \(ratio.outcome)")
      }
    }
  },
  Program(
    "graph-turns",
    "Two values that read one another in turn, as a number says, are no cycle and end right."
  ) { scene in
    let numbers = Numbers()
    let other = Shared<Derived<Int, Never>?>(nil)
    let first = numbers.derived { $0[0] == 0 ? $0[1] : (other.latest?.value ?? 0) + 1 }
    let second = numbers.derived { $0[0] == 0 ? first.value + 1 : $0[1] }
    other.value = second
    _ = second.value
    scene.thread { numbers[0] = 1 }
    scene.thread { expect([0, 1].contains(first.value), "the first is \(first.value)") }
    scene.thread { expect([0, 1].contains(second.value), "the second is \(second.value)") }
    scene.atEnd {
      expect(first.value == 1 && second.value == 0, "\(first.value) and \(second.value)")
      other.value = nil
    }
  },
  Program(
    "graph-observers",
    "Observers of one value that come and go beside writes leave the others the last value."
  ) { scene in
    let numbers = Numbers()
    let sum = numbers.derived { $0[0] + $0[1] }
    let told = Shared<[Int]>([])
    let token = sum.observe(at: .thisLine()) { value in told.change { $0.append(value) } }
    scene.thread { numbers[0] = 1 }
    scene.thread { numbers[1] = 1 }
    scene.thread { sum.observe(at: .thisLine()) { _ in called("another") }.cancel() }
    scene.atEnd {
      expect(sum.value == 2, "the sum is \(sum.value)")
      expect(told.value.last == 2, "notified of \(told.value)")
      withExtendedLifetime(token) {}
    }
  },
]

private struct DivisionByZero: Error, Equatable {
  let part: Int
}
