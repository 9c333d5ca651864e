import StrataConcurrency
import StrataModels
import Testing

/// Models in types that do not show them are reported when the layout is made, with a remedy.
@Suite struct HiddenModelTests {
  struct Plain {
    var card: Card?
    var number = 0
  }
  indirect enum Choice {
    case none
    case leaf(Card)
    case pair(Choice, Choice)
  }
  enum Unnamed: ModelContainer {
    case card(Card)
    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      guard case .card(var card) = self else { return }
      if visitor.visit(&card) { self = .card(card) }
    }
  }
  struct Bag<Element>: Sequence {
    var elements: [Element]
    func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
  }
  struct Tagged<Root, Value> { var value: Value }
  final class Caption { var text = "" }
  class Owner { var card: Card? }
  final class Heir: Owner { var number = 0 }
  protocol Titled: Model {}
  protocol Deep: Titled, Sendable {}
  struct Wrapper: ModelContainer {
    var card: Card
    var hidden: (Card, Int)
    mutating func visitModels(_ visitor: inout some ModelVisitor) { _ = visitor.visit(&card) }
  }
  indirect enum Route: ModelContainer, Identifiable {
    case card(Card)
    case both(Card, [Wrapper?])
    case more(Route)
    var id: Int { 0 }
    mutating func visitModels(_ visitor: inout some ModelVisitor) {}
  }

  /// A model whose only property is of some type; only its layout is asked for.
  struct Holder<Value>: Model {
    static var modelLayout: ModelLayout<Self> {
      ModelLayout("Holder") { $0.slot("value", \.value) }
    }
    var modelNode = ModelNode<Self>()
    var value: Value {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
  }

  /// The report for a property of a type.
  private func report<Value>(_ type: Value.Type) -> String? {
    let texts = reports { _ = Holder<Value>.modelLayout }
    #expect(texts.count < 2)
    return texts.first
  }

  @Test func anArrayOfContainersWithoutIdentityIsReported() {
    #expect(
      report([Unnamed].self) == """
        Holder.value is of the type Array<Unnamed>, in which the models of Array<Unnamed> are \
        hidden: they do not become part of the tree. Elements need an identity: make each of them a \
        model, or an Identifiable container.
        """
    )
    #expect(report([[Card]].self)?.hasSuffix("or an Identifiable container.") == true)
    #expect(report([Card?].self)?.hasSuffix("or an Identifiable container.") == true)
  }

  @Test func aTupleIsReported() {
    #expect(
      report((Int, card: Card).self) == """
        Holder.value is of the type (Int, card: Card), in which the models of (Int, card: Card) are \
        hidden: they do not become part of the tree. Use a @ModelContainer struct instead of the \
        tuple.
        """
    )
    #expect(report([String: (Card, Int)].self)?.contains("the models of (Card, Int)") == true)
  }

  @Test func aPlainStructIsReportedWhereverItIs() {
    let end = "Let Plain conform to ModelContainer, which @ModelContainer does."
    #expect(
      report(Plain.self) == """
        Holder.value is of the type Plain, in which the models of Plain are hidden: they do not \
        become part of the tree. \(end)
        """
    )
    for text in [report([Plain].self), report(Plain??.self), report([Int: [Plain?]].self)] {
      #expect(text?.hasSuffix(end) == true)
    }
  }

  @Test func aPlainEnumIsReportedAlsoIfItIsRecursive() {
    let end = "Let Choice conform to ModelContainer, which @ModelContainer does."
    #expect(report(Choice.self)?.hasSuffix(end) == true)
    #expect(report(Result<Card, any Error>.self)?.contains("the models of Result<Card") == true)
  }

  @Test func aForeignCollectionIsReported() {
    #expect(
      report(Bag<Card>.self)?.hasSuffix(
        """
        Declare 'extension Bag: ModelContainer where Element: ModelContainer & Identifiable {}', \
        which a MutableCollection needs no more for, or use an array.
        """
      ) == true
    )
  }

  /// An existential type itself does not show that, because it conforms to nothing.
  @Test func aModelOfAnyKindIsReported() {
    let end = """
      Use a @ModelContainer enum with a case for each kind of model, or, for one that lives \
      elsewhere, a 'let' or an identifier.
      """
    #expect(
      report((any Model)?.self) == """
        Holder.value is of the type Optional<Model>, in which the models of any Model are \
        hidden: they do not become part of the tree. \(end)
        """
    )
    for text in [
      report((any Model).self), report([any Titled].self), report((any Deep)?.self),
      report((any ModelContainer & Sendable).self), report([String: any Deep].self),
    ] {
      #expect(text?.hasSuffix(end) == true)
    }
  }

  @Test func modelsOfAClassAreReported() {
    #expect(
      report(Owner.self) == """
        Holder.value is of the type Owner, in which the models of Owner are hidden: they do not \
        become part of the tree. Make Owner a model, or hold it in a 'let' if its models live \
        elsewhere.
        """
    )
    #expect(report(Heir?.self)?.contains("the models of Heir are hidden") == true)
  }

  /// The conformance shows some of the members, and others not.
  @Test func whatAContainerDoesNotShowIsReported() {
    let expected = """
      in which the models of (Card, Int) are hidden: they do not become part of the tree. Use a \
      @ModelContainer struct instead of the tuple.
      """
    #expect(report(container: Wrapper.self)?.hasSuffix(expected) == true)
    #expect(report(container: Wrapper?.self)?.hasSuffix(expected) == true)
    #expect(report(container: [Int: Wrapper].self)?.hasSuffix(expected) == true)
    #expect(
      report(container: [Route].self)?.contains("the models of Array<Optional<Wrapper>>") == true
    )
  }

  @Test func aReportNamesTheDeclaration() {
    let log = Log()
    let handler: ReportSink.Handler = { log.add("\($0.callSite.fileID)") }
    ReportSink.withHandler(handler) {
      _ = Holder<Plain>.modelLayout
    }
    #expect(log.entries == ["StrataModelsTests/HiddenModelTests.swift"])
  }

  @Test func aGenericModelThatDoesNotKnowOfTheModelsIsReported() {
    #expect(
      report(Card?.self) == """
        Holder.value is of the type Optional<Card>, of which its generic model does not know that it \
        holds models: they do not become part of the tree. Write 'T: ModelContainer' where the model \
        declares the type's parameter.
        """
    )
  }

  /// A generic model that knows of the models in its property.
  struct Knowing<Value: ModelContainer>: Model {
    static var modelLayout: ModelLayout<Self> {
      ModelLayout("Knowing") { $0.slot("value", \.value) }
    }
    var modelNode = ModelNode<Self>()
    var value: Value {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
  }

  private func report<Value: ModelContainer>(container type: Value.Type) -> String? {
    reports { _ = Knowing<Value>.modelLayout }.first
  }

  @Test func whatHoldsNoModelsOrShowsThemIsNotReported() {
    let silent: [String?] = [
      report(Int.self), report(String?.self), report([String: [Int]].self),
      report(container: Card.self), report(container: [Card]?.self), report(container: Page.self),
      report(container: [Int: [Card]].self), report(container: Ring<Card>.self),
      report(container: Path.self), report(container: [Navigator.Screen].self),
      report(Ring<Int>.self), report((@Sendable (Card) -> Void).self), report(Caption.self),
      report(Tagged<Card, Int>.self), report(Card.ID.self), report([AnyHashable].self),
      report((any Error)?.self), report(Task<Card, Never>?.self), report(AnyKeyPath.self),
      report(ModelChanges<Card>?.self), report(Duration.self), report(ClosedRange<String>.self),
    ]
    #expect(silent.compactMap { $0 } == [])
  }

  struct Keeper: Model {
    static let modelLayout = ModelLayout<Keeper>("Keeper") { $0.slot("number", \.number) }
    var modelNode = ModelNode<Keeper>()
    let card: Card
    var number: Int {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(_ card: Card) {
      self.card = card
      modelNode.initialize(0, to: 0)
    }
  }

  @Test func aConstantWithAModelInNoTreeIsReportedOnceForItsKind() {
    let board = Board().withAnchor()
    #expect(reports { withExtendedLifetime(Keeper(board.main).withAnchor()) {} } == [])
    let texts = reports {
      for _ in 0..<3 { withExtendedLifetime(Keeper(Card()).withAnchor()) {} }
    }
    #expect(
      texts == [
        """
        Keeper.card is a constant with a Card that is in no tree: models in constants do not become \
        part of the tree. Make it a 'var', or let the constant refer to a model that lives elsewhere.
        """
      ]
    )
  }

  @Test func eachHandlerReceivesTheReportOfAConstant() {
    let told = (0..<2).map { _ in
      reports { withExtendedLifetime(Keeper(Card()).withAnchor()) {} }.count
    }
    #expect(told == [1, 1])
  }

  /// A model with hidden models, whose layout is made once in the process.
  struct Shelf: Model {
    static let modelLayout = ModelLayout<Shelf>("Shelf") { $0.slot("piles", \.piles) }
    var modelNode = ModelNode<Shelf>()
    var piles: [[Card]] {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init() { modelNode.initialize(0, to: [] as [[Card]]) }
  }

  /// So a second test with the same mistake fails as well.
  @Test func eachHandlerReceivesTheReportOfHiddenModelsThatAreAnchored() {
    let told = (0..<2).map { _ in
      reports { for _ in 0..<3 { withExtendedLifetime(Shelf().withAnchor()) {} } }
    }
    #expect(told.map(\.count) == [1, 1])
    #expect(told[1].first?.hasPrefix("Shelf.piles is of the type Array<Array<Card>>") == true)
  }

  /// A model without properties of the tree, so that none of them says where it is declared.
  struct Locket: Model {
    static let line: UInt = #line + 1
    static let modelLayout = ModelLayout<Locket>("Locket") { _ in }
    var modelNode = ModelNode<Locket>()
    let card: Card
  }

  @Test func itIsToldWithTheLineOfTheDeclaration() {
    let places = Locked<[CallSite]>([], rank: .leaf)
    ReportSink.withHandler { report in
      places.withLock { $0.append(report.callSite) }
    } operation: {
      withExtendedLifetime(Locket(card: Card()).withAnchor()) {}
    }
    #expect(places.withLock { $0 }.map(\.line) == [Locket.line])
    #expect(
      places.withLock { $0 }.first?.fileID.description == "StrataModelsTests/HiddenModelTests.swift"
    )
  }
}
