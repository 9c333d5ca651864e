/// Compares a list of contexts with the one from before, in one walk, while it finds few differences.
///
/// Both lists are compared as words. A word that is not the expected one is taken for a removal if the one
/// behind is meant, for an insertion if the one in front was and now follows, else for a substitution:
///
/// ```
/// removed      [a b c d] [a c d]      at b: the next is c
/// inserted     [a b c]   [a x b c]    at x: another one; at b: it was expected one earlier
/// substituted  [a b c]   [a x c]      at x: another one, and no more than that
/// ```
///
/// What has come or gone at the end is one difference, however much it is. More than ``limit`` others are
/// left to ``ListDifference``.
@usableFromInline
struct ListComparison {
  /// One difference, by its place in the old list.
  struct Step: Equatable {
    enum Kind {
      case removed
      case inserted
      case substituted
    }

    var kind = Kind.removed
    var place = 0
    /// The context that has come.
    var word: UInt = 0
  }

  /// How many differences in front of the end are followed.
  static var limit: Int { 4 }

  /// How many words were compared.
  @usableFromInline var count = 0
  /// The place in the old list that comes next.
  @usableFromInline var expected = 0
  /// How long the old list is.
  @usableFromInline let oldCount: Int
  /// Where what has come at the end begins.
  @usableFromInline var tail = -1
  /// The first context of those.
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

  /// Whether there are more differences than were followed.
  var isMany: Bool { stepCount > Self.limit }

  /// The first place at which the lists differ.
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

  /// Takes note of a word that is not the expected one; its own place is `count`.
  @usableFromInline
  mutating func note(_ word: UInt, _ old: UnsafeBufferPointer<UInt>) {
    guard tail < 0, !isMany else { return }
    if stepCount > 0, case let last = self[stepCount - 1], last.kind == .substituted,
      last.place == expected - 1, unsafe old[expected - 1] == word
    {
      // The one before did not take the place of this one: it came in front of it.
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
