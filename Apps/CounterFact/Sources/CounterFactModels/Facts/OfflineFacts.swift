import StrataConcurrency

/// Facts that are worked out, each asking about a number giving another one until all were given.
final class OfflineFacts: Sendable {
  private let given = Locked<[Int: Int]>([:], rank: .leaf)

  init() {}

  /// The next fact about a number.
  func next(about number: Int) -> String {
    let facts = Self.all(about: number)
    let index = given.withLock { given in
      defer { given[number, default: 0] += 1 }
      return given[number, default: 0]
    }
    return facts[index % facts.count]
  }

  /// All facts about a number, at least two.
  static func all(about number: Int) -> [String] {
    switch number {
    case 0: ["0 is its own square.", "0 is neither above nor below zero."]
    case 1: ["1 is its own square.", "1 divides every whole number."]
    case ..<0: [opposite(of: number), digits(of: number)]
    case 1_000_001...: [digits(of: number), binary(number)]
    default: [divisors(of: number), roots(of: number), digits(of: number), binary(number)]
    }
  }

  private static func opposite(of number: Int) -> String {
    number == -1
      ? "-1 is the largest whole number below zero."
      : "\(number) is as far below zero as \(number.magnitude) is above."
  }

  private static func divisors(of number: Int) -> String {
    let divisors = divisors(number)
    switch divisors.count {
    case 0: return "\(number) has no divisors but 1 and itself."
    case 1...8:
      let last = divisors.suffix(1).map { "\($0)" }
      let others = divisors.dropLast().map { "\($0)" }.joined(separator: ", ")
      let list = ([others].filter { !$0.isEmpty } + last).joined(separator: " and ")
      return "\(number) can be divided by \(list)."
    default:
      return "\(number) has \(divisors.count) divisors beside 1 and itself, up to "
        + "\(divisors[divisors.count - 1])."
    }
  }

  /// The divisors beside 1 and the number itself, in order.
  ///
  /// - Complexity: O(√number).
  static func divisors(_ number: Int) -> [Int] {
    var (small, large): ([Int], [Int]) = ([], [])
    var candidate = 2
    while candidate * candidate <= number {
      if number.isMultiple(of: candidate) {
        small.append(candidate)
        if candidate * candidate < number { large.append(number / candidate) }
      }
      candidate += 1
    }
    return small + large.reversed()
  }

  private static func roots(of number: Int) -> String {
    var root = 1
    while (root + 1) * (root + 1) <= number { root += 1 }
    if root * root == number { return "\(number) is \(root) times \(root)." }
    return "\(number) lies between \(root * root), \(root) times \(root), and "
      + "\((root + 1) * (root + 1)), \(root + 1) times \(root + 1)."
  }

  private static func digits(of number: Int) -> String {
    let digits = "\(number.magnitude)".compactMap(\.wholeNumberValue)
    return digits.count == 1
      ? "\(number) is written with a single digit."
      : "The \(digits.count) digits of \(number) add up to \(digits.reduce(0, +))."
  }

  private static func binary(_ number: Int) -> String {
    "In binary digits \(number) is \(String(number, radix: 2))."
  }
}
