import Explorer
import StrataConcurrency
import StrataCore

/// Programs about reads, writes and in-place changes.
let writePrograms = [
  Program("write-read", "A reader sees written values in the order of writing.") { scene in
    let numbers = Numbers()
    scene.thread { for value in 1...3 { numbers[0] = value } }
    scene.thread {
      var last = 0
      for _ in 0..<3 {
        let value = numbers[0]
        expect(value >= last, "read \(value) after \(last)")
        last = value
      }
    }
  },
  Program("write-wide", "A reader of a value of many words sees one write, whole.") { scene in
    let quads = Single(Quad(0))
    for value in 1...2 {
      scene.thread { quads.value = Quad(value) }
    }
    scene.thread {
      for _ in 0..<2 {
        let value = quads.value
        expect(value.isWhole, "read \(value)")
      }
    }
  },
  Program(
    "write-counted",
    "A reader gets a value that stays valid while it is being replaced."
  ) { scene in
    let texts = Single(["first"])
    scene.thread { texts.value = ["second", "value"] }
    scene.thread { texts.value = [] }
    scene.thread {
      let value = texts.value
      step("has read")
      expect([["first"], ["second", "value"], []].contains(value), "read \(value)")
    }
  },
  Program("write-add", "No in-place addition is lost.") { scene in
    let numbers = Numbers()
    for _ in 0..<2 {
      scene.thread { for _ in 0..<2 { numbers.context[numbers.slot(0)] += 1 } }
    }
    scene.atEnd { expect(numbers[0] == 4, "the sum is \(numbers[0])") }
  },
  Program(
    "write-reenter",
    "Code inside an in-place change reads and writes other properties."
  ) { scene in
    let numbers = Numbers()
    scene.thread {
      change(&numbers.context[numbers.slot(0)]) { value in
        called("in-place change")
        value += 1
        numbers.context[numbers.slot(1)] += 10
      }
    }
    scene.thread {
      numbers.context[numbers.slot(1)] += 1
      numbers.context[numbers.slot(0)] += 10
    }
    scene.atEnd { expect(numbers[0] == 11 && numbers[1] == 11, "\(numbers[0]), \(numbers[1])") }
  },
  Program(
    "write-crossed",
    "In-place changes that read one another's plain numbers both end."
  ) { scene in
    let numbers = Numbers()
    scene.thread {
      change(&numbers.context[numbers.slot(0)]) { value in
        called("first change")
        value += numbers[1] >= 0 ? 1 : 100
      }
    }
    scene.thread {
      change(&numbers.context[numbers.slot(1)]) { value in
        called("second change")
        value += numbers[0] >= 0 ? 1 : 100
      }
    }
    scene.atEnd { expect(numbers[0] == 1 && numbers[1] == 1, "\(numbers[0]), \(numbers[1])") }
  },
  Program(
    "write-inspected",
    "A look at a value by its slot ends, and lets the program end, whoever changes what in place."
  ) { scene in
    let (first, second) = (Single(["a"]), Single(["b"]))
    scene.thread {
      change(&first.context[first.slot]) { value in
        called("first change")
        let seen = second.context.anyValue(at: 0) as? [String]
        expect([nil, ["b"], ["b", "a"], ["b", "a", "c"]].contains(seen), "\(seen ?? [])")
        value.append("c")
      }
    }
    scene.thread {
      change(&second.context[second.slot]) { value in
        called("second change")
        value += first.value
      }
    }
    scene.atEnd { expect(first.value == ["a", "c"] && second.value.count >= 2, "\(second.value)") }
  },
  Program("write-together", "Slots that are read together are read at one moment.") { scene in
    let numbers = Numbers()
    scene.thread {
      for value in 1...2 {
        numbers[0] = value
        numbers[1] = value
      }
    }
    scene.thread {
      let (first, second) = numbers.context.readTogether(numbers.slot(0), numbers.slot(1))
      expect(first == second || first == second + 1, "read \(first) and \(second)")
    }
  },
  Program(
    "write-equality",
    "The equality of a value runs under no lock, and equal writes notify no one."
  ) { scene in
    let places = Single(Place(number: 0))
    let told = Shared<[Int]>([])
    let observation = places.context.observe(places.slot) { _ in
      called("observer")
      told.change { $0.append(1) }
    }
    scene.thread { places.value = Place(number: 0) }
    scene.thread { places.value = Place(number: 1) }
    scene.atEnd {
      expect((1...2).contains(told.value.count), "notified \(told.value.count) times")
      withExtendedLifetime(observation) {}
    }
  },
]

/// Changes a value in place.
func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) {
  body(&value)
}

/// A value of several words that are all the same.
struct Quad: Equatable, BitwiseCopyable, Sendable {
  var a: Int
  var b: Int
  var c: Int
  var d: Int

  init(_ value: Int) { (a, b, c, d) = (value, value, value, value) }

  var isWhole: Bool { a == b && b == c && c == d }
}

/// A value whose equality is a step.
struct Place: Equatable, Sendable {
  var number: Int

  static func == (a: Place, b: Place) -> Bool {
    called("equality")
    return a.number == b.number
  }
}
