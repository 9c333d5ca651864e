import StrataConcurrency
import StrataExtensions
import StrataModels
import Testing

/// Models that cannot become active in a property do not stay there if it can be empty.
@Suite struct RefusedModelTests {
  /// A model that may contain others of its kind in each way.
  struct Knot: Model {
    /// A container with an optional member.
    struct Pair: ModelContainer, Identifiable {
      var id = 0
      var first: Knot?
      var others: [Knot] = []
      mutating func visitModels(_ visitor: inout some ModelVisitor) {
        _ = visitor.visit(&first)
        _ = visitor.visit(&others)
      }
    }
    enum Route: ModelContainer, Identifiable {
      case knot(Knot)
      case none
      var id: Int { 0 }
      mutating func visitModels(_ visitor: inout some ModelVisitor) {
        guard case .knot(var knot) = self else { return }
        if visitor.visit(&knot) { self = .knot(knot) }
      }
    }

    static let modelLayout = ModelLayout<Knot>("Knot") {
      $0.slot("name", \.name)
      $0.slot("knot", \.knot)
      $0.slot("knots", \.knots)
      $0.slot("byName", \.byName)
      $0.slot("pair", \.pair)
      $0.slot("route", \.route)
      $0.slot("path", \.path)
      $0.slot("identified", \.identified)
    }
    var modelNode = ModelNode<Knot>()
    var name: String {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var knot: Knot? {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }
    var knots: [Knot] {
      get { modelNode[2] }
      nonmutating set { modelNode[2] = newValue }
      nonmutating _modify { yield &modelNode[2] }
    }
    var byName: [String: Knot] {
      get { modelNode[3] }
      nonmutating set { modelNode[3] = newValue }
      nonmutating _modify { yield &modelNode[3] }
    }
    var pair: Pair {
      get { modelNode[4] }
      nonmutating set { modelNode[4] = newValue }
    }
    var route: Route {
      get { modelNode[5] }
      nonmutating set { modelNode[5] = newValue }
    }
    var path: [Route] {
      get { modelNode[6] }
      nonmutating set { modelNode[6] = newValue }
    }
    var identified: IdentifiedArrayOf<Knot> {
      get { modelNode[7] }
      nonmutating set { modelNode[7] = newValue }
      nonmutating _modify { yield &modelNode[7] }
    }

    init(_ name: String) {
      modelNode.initialize(0, to: name)
      modelNode.initialize(1, to: nil as Knot?)
      modelNode.initialize(2, to: [Knot]())
      modelNode.initialize(3, to: [String: Knot]())
      modelNode.initialize(4, to: Pair())
      modelNode.initialize(5, to: Route.none)
      modelNode.initialize(6, to: [Route]())
      modelNode.initialize(7, to: IdentifiedArrayOf<Knot>())
    }
  }

  @Test func aModelBelowItselfIsTakenOutAgain() {
    let knot = Knot("a").withAnchor()
    let other = Knot("b")
    let texts = reports {
      knot.knots = [knot, other]
      knot.knot = knot
      other.knots.append(knot)
      knot.byName = ["self": knot]
      knot.pair = Knot.Pair(first: knot, others: [knot])
      knot.path = [.knot(knot), .none]
      knot.identified.append(knot)
    }
    #expect(texts.count == 8)
    #expect(texts.allSatisfy { $0.contains("It was taken out again.") } == true)
    #expect(
      texts[0].hasSuffix(
        "which is below it in the tree. It was taken out again. Hold an identifier instead of the ancestor."
      )
    )
    #expect(knot.knots.map(\.name) == ["b"])
    #expect(knot.knot == nil && other.knots.isEmpty && knot.byName.isEmpty)
    #expect(knot.pair.first == nil && knot.pair.others.isEmpty)
    #expect(knot.path.count == 1 && knot.identified.isEmpty)
    #expect(other.node.context.isLive)
  }

  @Test func aModelOfAnotherTreeAndAFrozenCopyAreTakenOutAgain() {
    let knot = Knot("a").withAnchor()
    let elsewhere = Knot("b").withAnchor()
    let texts = reports {
      knot.knots = [elsewhere, Knot("c"), elsewhere.frozenCopy]
      knot.knot = elsewhere
    }
    #expect(texts.count == 3)
    #expect(texts.allSatisfy { $0.contains("It was taken out again.") } == true)
    #expect(knot.knots.map(\.name) == ["c"])
    #expect(knot.knot == nil)
    #expect(elsewhere.node.context.isLive)
  }

  @Test func whatAnAnchorFindsRefusedIsTakenOutToo() {
    let knot = Knot("a")
    knot.knots = [knot, Knot("b")]
    let texts = reports { withExtendedLifetime(knot.withAnchor()) { _ = knot.name } }
    #expect(texts.count == 1)
  }

  @Test func inATransactionItIsTakenOutAtTheEnd() {
    let knot = Knot("a").withAnchor()
    let seen = Log()
    knot.node.onChange(of: knot.knots, initial: false) { _, new in seen.add("\(new.map(\.name))") }
    let texts = reports {
      knot.node.transaction { knot.knots = [Knot("b"), knot] }
    }
    #expect(texts.count == 1)
    #expect(knot.knots.map(\.name) == ["b"])
    #expect(seen.entries == [#"["b"]"#])
  }

  /// An enum's case cannot do without its payload.
  @Test func whereThePropertyCannotBeEmptyTheReportSaysThatItStays() {
    let knot = Knot("a").withAnchor()
    let texts = reports { knot.route = .knot(knot) }
    #expect(texts.count == 1)
    #expect(texts[0].contains("It stands there without being part of the tree") == true)
    #expect("\(knot)".contains("Knot(↻)") == true)
    let dump = ValueDump().text(of: knot)
    #expect(dump.contains("Knot(↻)") == true)
    #expect(dump.count < 600)
    knot.route = .none
  }

  @Test func aModelInsideItselfInNoTreeIsPrintedToo() {
    let knot = Knot("a")
    knot.knots = [knot]
    #expect("\(knot)".contains("knots: [Knot(↻)]") == true)
    knot.knots = []
  }
}
