/// One step of a random run over a tree of spots; numbers pick spots and slots among the existing ones.
struct SpotCommand: CustomStringConvertible {
  enum Kind: CaseIterable {
    /// A new spot below another.
    case add
    /// A new spot, with one below it that contributes, below another.
    case graft
    case remove
    /// A spot gets a further slot.
    case share
    /// A spot goes from one slot to another in one transaction.
    case move
    case swap
    case setTheme
    case removeTheme
    case contribute
    case withdraw
  }

  let kind: Kind
  let a: Int
  let b: Int
  let value: Int

  init(using generator: inout some RandomNumberGenerator) {
    kind = Kind.allCases.randomElement(using: &generator) ?? .add
    a = Int.random(in: 0..<1_000, using: &generator)
    b = Int.random(in: 0..<1_000, using: &generator)
    value = Int.random(in: 1...3, using: &generator)
  }

  var description: String { "\(kind) \(a) \(b) \(value)" }
}
