import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// Changes in place of collections, which leave no value to compare with unless the test asks for it.
@Suite struct InPlaceChangesTests {
  @Test func aCollectionThatIsAgainAsBeforeNeedsNoAssertion() async {
    let changes: [@Sendable (Cupboard) -> Void] = [
      { $0.prices["a"] = 1 },
      { $0.prices["zz"] = nil },
      { $0.prices["a", default: 0] += 0 },
      { $0.numbers[0] = 1 },
      {
        $0.numbers.append(3)
        $0.numbers.removeLast()
      },
      { $0.tags.insert("x") },
      {
        $0.tags.insert("y")
        $0.tags.remove("y")
      },
      {
        $0.title.append("y")
        $0.title.removeLast()
      },
      { $0.title += "" },
      { cupboard in cupboard.node.transaction { cupboard.numbers[0] = 1 } },
    ]
    for (index, change) in changes.enumerated() {
      let findings = await Findings.of {
        let (cupboard, tester) = Cupboard().andTester()
        change(cupboard)
        withExtendedLifetime((cupboard, tester)) {}
      }
      #expect(findings.messages == [], "change \(index)")
    }
  }

  @Test func noValueIsAsBeforeAlsoIfItsTypeCannotBeCompared() async {
    let findings = await Findings.of {
      let (cupboard, tester) = Cupboard().andTester()
      cupboard.note = Cupboard.Note()
      cupboard.note = nil
      withExtendedLifetime((cupboard, tester)) {}
    }
    #expect(findings.messages == [])
  }

  @Test func aCollectionThatDiffersIsFoundWithItsFormerValue() async {
    let findings = await Findings.of {
      let (cupboard, tester) = Cupboard().andTester()
      cupboard.numbers.append(3)
      withExtendedLifetime((cupboard, tester)) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.allSatisfy { $0.contains("[1, 2]") }, "\(findings.messages)")
  }

  @Test(arguments: 0..<24)
  func randomChangesAreMissedIfAPlainValueDiffers(seed: UInt64) async {
    var random = seed &* 2_654_435_761 &+ 1
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    let steps = (0..<(1 + next(6))).map { _ in (next(5), next(3)) }
    let first = Cupboard.Values()
    var plain = first
    for step in steps { plain.take(step) }
    let findings = await Findings.of { [steps] in
      let (cupboard, tester) = Cupboard().andTester()
      for step in steps { cupboard.take(step) }
      withExtendedLifetime((cupboard, tester)) {}
    }
    #expect((findings.kinds == [.state]) == (plain != first), "\(steps): \(findings.messages)")
  }
}

/// A model of collections alone.
struct Cupboard: Model {
  /// The same as a plain value.
  struct Values: Equatable {
    var prices = ["a": 1]
    var numbers = [1, 2]
    var tags: Set = ["x"]
    var title = "x"

    mutating func take(_ step: (kind: Int, number: Int)) {
      switch step.kind {
      case 0: prices["a"] = step.number
      case 1: numbers[step.number % numbers.count] = 1 + step.number
      case 2: if tags.remove("\(step.number)") == nil { tags.insert("\(step.number)") }
      case 3: title.append("\(step.number)")
      default: if title.count > 1 { title.removeLast() }
      }
    }
  }

  /// A value that cannot be compared.
  struct Note: Sendable {}

  static let modelLayout = ModelLayout<Cupboard>("Cupboard") {
    $0.slot("prices", \.prices)
    $0.slot("numbers", \.numbers)
    $0.slot("tags", \.tags)
    $0.slot("title", \.title)
    $0.slot("note", \.note)
  }
  var modelNode = ModelNode<Cupboard>()

  var prices: [String: Int] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var numbers: [Int] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var tags: Set<String> {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var title: String {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }

  var note: Note? {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
  }

  init() {
    let values = Values()
    modelNode.initialize(0, to: values.prices)
    modelNode.initialize(1, to: values.numbers)
    modelNode.initialize(2, to: values.tags)
    modelNode.initialize(3, to: values.title)
    modelNode.initialize(4, to: Note?.none)
  }

  func take(_ step: (kind: Int, number: Int)) {
    switch step.kind {
    case 0: prices["a"] = step.number
    case 1: numbers[step.number % numbers.count] = 1 + step.number
    case 2: if tags.remove("\(step.number)") == nil { tags.insert("\(step.number)") }
    case 3: title.append("\(step.number)")
    default: if title.count > 1 { title.removeLast() }
    }
  }
}
