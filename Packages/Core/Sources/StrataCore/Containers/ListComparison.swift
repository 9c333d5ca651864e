/// Compares a list of contexts with the previous one, in one pass, while it finds few differences.
///
/// Both lists are compared as words. An unexpected word is a removal if it is the next word of the old list. It is an
/// insertion if the expected word follows it. Otherwise it is a substitution:
///
/// ```
/// removed      [a b c d] [a c d]      at b: the next is c
/// inserted     [a b c]   [a x b c]    at x: another one; at b: it was expected one earlier
/// substituted  [a b c]   [a x c]      at x: another one, and no more than that
/// ```
///
/// All words at the end that were added or removed are one difference. More than ``limit`` other differences are left
/// to ``ListDifference``.
@usableFromInline
struct ListComparison {
  /// One difference, by its index in the old list.
  struct Step: Equatable {
    enum Kind {
      case removed
      case inserted
      case substituted
    }

    var kind = Kind.removed
    var place = 0
    /// The inserted context.
    var word: UInt = 0
  }

  /// How many differences before the end are recorded.
  static var limit: Int { 4 }

  /// How many words were compared.
  @usableFromInline var count = 0
  /// The next index in the old list.
  @usableFromInline var expected = 0
  /// The length of the old list.
  @usableFromInline let oldCount: Int
  /// The index at which the contexts appended at the end begin.
  @usableFromInline var tail = -1
  /// The first of these contexts.
  private(set) var tailWord: UInt = 0
  /// The first differences, in order.
  private(set) var steps = (Step(), Step(), Step(), Step())
  @usableFromInline var stepCount = 0

  @usableFromInline
  init(oldCount: Int) {
    self.oldCount = oldCount
  }

  /// Whether the lists are the same.
  @inlinable var isEqual: Bool { stepCount == 0 && expected == oldCount && tail < 0 }

  /// Whether there are more differences than the limit.
  var isMany: Bool { stepCount > Self.limit }

  /// The first index at which the lists differ.
  @usableFromInline var differenceStart: Int {
    stepCount > 0 ? steps.0.place : tail < 0 ? expected : tail
  }

  subscript(index: Int) -> Step {
    get {
      switch index {
      case 0: steps.0
      case 1: steps.1
      case 2: steps.2
      default: steps.3
      }
    }
    set {
      switch index {
      case 0: steps.0 = newValue
      case 1: steps.1 = newValue
      case 2: steps.2 = newValue
      default: steps.3 = newValue
      }
    }
  }

  /// Records a word that is not the expected one; its own index is `count`.
  @usableFromInline
  mutating func note(_ word: UInt, _ old: UnsafeBufferPointer<UInt>) {
    guard tail < 0, !isMany else { return }
    if stepCount > 0, case let last = self[stepCount - 1], last.kind == .substituted,
      last.place == expected - 1, unsafe old[expected - 1] == word
    {
      // The word before did not replace this one, but was inserted before it.
      self[stepCount - 1].kind = .inserted
    } else if expected >= oldCount {
      (tail, tailWord) = (count, word)
    } else if expected + 1 < oldCount, unsafe old[expected + 1] == word {
      append(Step(kind: .removed, place: expected))
      expected += 2
    } else {
      append(Step(kind: .substituted, place: expected, word: word))
      expected += 1
    }
  }

  private mutating func append(_ step: Step) {
    if stepCount < Self.limit { self[stepCount] = step }
    stepCount += 1
  }
}

@available(*, unavailable)
extension ListComparison: Sendable {}
