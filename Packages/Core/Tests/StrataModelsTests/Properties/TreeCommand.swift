import StrataModels

/// One command to a random node of a tree.
///
/// It consists of plain numbers, read modulo the number of candidates. Any part of a list of commands is
/// therefore a list of commands, and a failing one can be shortened.
struct TreeCommand: Sendable, CustomStringConvertible {
  enum Kind: String, CaseIterable, Sendable {
    case anchor, setValue, addToValue, setName
    case append, insert, remove, swap, reverse, replace, sort, removeAll
    case setSingle, clearSingle, setNamed, clearNamed, rotateNamed
    case appendToTable, removeFromTable, moveInTable, replaceTable
    case moveToSingle, moveToTable, transaction, failingTransaction, bringBack
    case freeze, anchorAgain
  }

  let kind: Kind
  let place: Int
  let number: Int

  init(using generator: inout some RandomNumberGenerator) {
    // Twice the weight for what makes a tree grow.
    let kinds = Kind.allCases + [.append, .append, .setNamed, .appendToTable, .setSingle, .anchor]
    kind = kinds.randomElement(using: &generator) ?? .setValue
    place = Int.random(in: 0..<1_000, using: &generator)
    number = Int.random(in: 0..<1_000, using: &generator)
  }

  /// Some commands, which a seed fixes.
  static func sequence(seed: Int) -> [TreeCommand] {
    var generator = SplitMix64(seed: UInt64(seed))
    let count = Int.random(in: 3...9, using: &generator)
    return (0..<count).map { _ in TreeCommand(using: &generator) }
  }

  var description: String { "\(kind.rawValue)(\(place), \(number))" }
}
