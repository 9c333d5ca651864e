import StrataConcurrency
@_spi(Strata) import StrataCore

/// One write of a property, or all of one transaction.
struct Transition: Sendable {
  /// The value that it has left.
  let value: PastValue
  /// What has come and gone, for a property that holds children.
  let edits: StructureEdits?
  /// What led to it.
  let cause: Cause?
  /// The round that told of it; rises in the order of the commits.
  let round: UInt64
}

/// The transitions of one property that no assertion has matched.
struct TransitionQueue: Sendable {
  /// The value before the first; `nil` if the engine had no reason to keep it.
  private(set) var before: CapturedValue?
  /// In the order of the commits; never empty.
  private(set) var waiting: [Transition]
  /// Whether an assertion that was met has read the property, and so matched what came before.
  private(set) var isMatched = false

  init(_ first: Transition, before: CapturedValue?) {
    waiting = [first]
    self.before = before
  }

  /// What an assertion reads instead of the present value; `nil` where that is the same.
  var head: PastValue? { waiting.count > 1 ? waiting.first?.value : nil }

  mutating func append(_ transition: Transition) {
    waiting.append(transition)
  }

  /// Takes the first one out, which an assertion has matched.
  ///
  /// - Returns: Whether any are left.
  mutating func match() -> Bool {
    let matched = waiting.removeFirst()
    before = CapturedValue(value: matched.value.value)
    isMatched = true
    return !waiting.isEmpty
  }

  /// The values from the first one on, as a person would write them, as far as they are short.
  var values: [String] {
    waiting.map { SourceLiteral.approximation(of: $0.value.value) ?? "…" }
  }
}
