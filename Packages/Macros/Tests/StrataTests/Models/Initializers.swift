import Strata

struct Refused: Error {}

@Model struct Ranged {
  let id: Int
  var low: Int
  var high = 10
  var names: [String]
  var width: Int { high - low }

  init(id: Int, low: Int) {
    self.id = id
    self.low = low
    names = []
    for number in low..<high { names.append("\(number)") }
    high += 1
  }

  init(around middle: Int) {
    self.init(id: middle, low: middle - 1)
    high = middle + 1
  }

  init?(parsing text: String) {
    guard let low = Int(text) else { return nil }
    id = 0
    names = [text]
    self.low = low
  }

  init(checking low: Int) throws {
    if low < 0 { throw Refused() }
    self.low = low
    names = []
    id = low
  }
}

@Model struct Extended {
  var first: Int
  var second = "s"
}

extension Extended {
  init(twice number: Int) { self.init(first: number * 2) }
}

/// Each property has a value at its declaration, which an initializer replaces.
@Model struct Replacing {
  var number = 1
  var text = "a"

  init(_ number: Int) { self.number = number }

  init(doubling text: String) {
    self.text = text
    self.text += self.text
    number = self.text.count
  }

  init?(positive number: Int) {
    guard number > 0 else { return nil }
    self.number = number
  }
}

/// The same with one property, so that no assignment is needed at all.
@Model struct ReplacingOne {
  var number = 1
  init(_ number: Int) { self.number = number }
}

/// Makes other models before, between and inside the first values of its own properties.
@Model struct Nesting {
  var number = 0
  var parts: [Extended]
  var last: Extended
  var sum: Int

  init(_ number: Int) {
    let early = Extended(twice: number)
    self.number = number
    let made = (0..<3).map { Extended(first: number + $0, second: "\(Extended(first: $0).first)") }
    parts = made
    last = early
    sum = made.reduce(early.first) { $0 + $1.first }
  }
}

@Model struct Conditional {
  var first: Int
  #if true
  init() { first = 1 }
  #endif
}

/// Initializers of each kind of function.
@Model struct Built {
  var number: Int
  var trail: [String] = []
  let origin: String

  init(_ number: Int) {
    self.number = number
    origin = "plain"
  }

  init(later number: Int) async {
    self.number = number
    origin = "async"
    await Task.yield()
    self.number += 1
  }

  init(whole number: Int) { self = Built(number) }

  init(_ first: Int, _ condition: Bool) {
    if condition {
      number = first
      origin = "one way"
    } else {
      number = -first
      origin = "the other way"
    }
    trail.append(origin)
    func change() { trail.append("done") }
    change()
  }

  init<Numbers: Sequence>(sum numbers: Numbers) where Numbers.Element == Int {
    self.init(numbers.reduce(0, +))
    number += 1
  }

  init?(even number: Int) throws {
    if number < 0 { throw Refused() }
    guard number.isMultiple(of: 2) else { return nil }
    self.init(number)
  }
}

/// The requirements of a protocol, fulfilled by stored properties and by an extension.
protocol Numbered {
  var number: Int { get nonmutating set }
  var doubled: Int { get set }
  static var kind: String { get }
  func bump() async throws -> Int
}

@Model struct Conforming: Numbered {
  var number = 1
}

extension Conforming {
  static let kind = "conforming"

  var doubled: Int {
    get { number * 2 }
    nonmutating set { number = newValue / 2 }
  }

  var checked: Int {
    get async throws { number }
  }

  subscript(offset: Int) -> Int {
    get { number + offset }
    nonmutating set { number = newValue - offset }
  }

  func bump() async throws -> Int {
    number += 1
    return try await checked
  }

  // A function of a property's name, distinguished by its argument.
  func number(plus other: Int) -> Int { number + other }
}

extension Conforming: Equatable {
  static func == (lhs: Conforming, rhs: Conforming) -> Bool { lhs.number == rhs.number }
}
