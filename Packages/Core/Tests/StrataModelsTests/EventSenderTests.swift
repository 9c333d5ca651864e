import StrataModels
import Testing

/// Events whose sender matters.
@Suite struct EventSenderTests {
  enum AppEvent: Equatable { case logout, login }

  /// The common members of senders of several kinds.
  protocol Titled: Model {
    var title: String { get }
  }

  struct Leaf: Titled {
    enum Event: Equatable { case tapped, held }
    static let modelLayout = ModelLayout<Leaf>("Leaf") { $0.slot("title", \.title) }
    var modelNode = ModelNode<Leaf>()
    var title: String { modelNode[0] }
    init(_ title: String) { modelNode.initialize(0, to: title) }
  }

  struct Branch: Titled {
    enum Event: Equatable { case tapped }
    static let modelLayout = ModelLayout<Branch>("Branch") {
      $0.slot("title", \.title)
      $0.slot("leaves", \.leaves)
      $0.slot("plain", \.plain)
    }
    var modelNode = ModelNode<Branch>()
    /// A constant, so that the handle is more than its node.
    let log = Log()
    var title: String { modelNode[0] }
    var leaves: [Leaf] { modelNode[1] }
    var plain: Counter { modelNode[2] }
    init(_ title: String, _ leaves: [Leaf]) {
      modelNode.initialize(0, to: title)
      modelNode.initialize(1, to: leaves)
      modelNode.initialize(2, to: Counter())
    }
  }

  private func collect<Element: Sendable>(
    _ stream: EventStream<Element>,
    _ count: Int
  ) async -> [Element] {
    var elements: [Element] = []
    for await element in stream {
      elements.append(element)
      if elements.count == count { break }
    }
    return elements
  }

  @Test func withoutArgumentsTheyAreTheModelsOwn() async {
    let branch = Branch("b", [Leaf("l")]).withAnchor()
    let leaf = branch.leaves[0]
    let own = leaf.node.event()
    branch.node.send(.tapped, to: .descendants)
    leaf.node.send(AppEvent.logout)
    leaf.node.send(.held)
    leaf.node.send(.tapped)
    #expect(await collect(own, 2) == [.held, .tapped])
  }

  @Test func anOwnEventThatIsWaitedForNeedsNoType() async {
    let branch = Branch("b", [Leaf("l1")]).withAnchor()
    let leaf = branch.leaves[0]
    let taps = leaf.node.event(of: .tapped)
    let typed = leaf.node.event(of: Leaf.Event.held)
    branch.node.send(.tapped, to: .descendants)
    leaf.node.send(.held)
    leaf.node.send(.tapped)
    leaf.node.send(.tapped)
    #expect(await collect(taps, 2).count == 2)
    #expect(await collect(typed, 1).count == 1)
  }

  @Test func eventsOfATypeComeWithTheirSendersOfAKind() async {
    let branch = Branch("b", [Leaf("l1"), Leaf("l2")]).withAnchor()
    let sent = branch.node.event(ofType: AppEvent.self, fromType: Leaf.self)
    branch.leaves[1].node.send(AppEvent.login)
    branch.node.send(AppEvent.login)
    branch.leaves[0].node.send(.tapped)
    branch.leaves[0].node.send(AppEvent.logout)
    let found = await collect(sent, 2)
    #expect(found.map(\.event) == [.login, .logout])
    #expect(found.map(\.model.title) == ["l2", "l1"])
  }

  @Test func aKindMayBeAProtocol() async {
    let branch = Branch("b", [Leaf("l")]).withAnchor()
    let sent = branch.node.event(ofType: AppEvent.self, fromType: (any Titled).self)
    let logouts = branch.node.event(of: AppEvent.logout, fromType: (any Titled).self)
    branch.plain.node.send(AppEvent.login)
    branch.leaves[0].node.send(AppEvent.login)
    branch.node.send(AppEvent.logout)
    let found = await collect(sent, 2)
    #expect(found.map(\.event) == [.login, .logout])
    #expect(found.map(\.model.title) == ["l", "b"])
    #expect(await collect(logouts, 1).map(\.title) == ["b"])
  }

  @Test func anOwnEventOfAKindGivesItsSenders() async {
    let branch = Branch("b", [Leaf("l1"), Leaf("l2")]).withAnchor()
    let tapped = branch.node.event(of: .tapped, fromType: Leaf.self)
    branch.leaves[0].node.send(.held)
    branch.node.send(.tapped)
    branch.leaves[1].node.send(.tapped)
    branch.leaves[0].node.send(.tapped)
    let found = await collect(tapped, 2)
    #expect(found.map(\.title) == ["l2", "l1"])
    #expect(found[0].isSameModel(as: branch.leaves[1]))
  }
}
