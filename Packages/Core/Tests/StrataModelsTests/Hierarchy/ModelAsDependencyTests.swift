import StrataCore
import StrataModels
import Testing

/// A model that serves as a dependency.
struct Session: Model {
  static let modelLayout = ModelLayout<Session>("Session") {
    $0.slot("user", \.user)
    $0.slot("device", \.device)
  }
  var modelNode = ModelNode<Session>()
  let label: String
  let log: Log?

  var user: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var device: Spot {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init(_ label: String, log: Log? = nil) {
    self.label = label
    self.log = log
    modelNode.initialize(0, to: "nobody")
    modelNode.initialize(1, to: Spot("device"))
  }

  func onActivate() {
    log?.add("+\(label)")
    node.onCancel { [log, label] in log?.add("-\(label)") }
  }
}

extension Session: DependencyKey {
  static let liveValue = Session("live")
  static let testValue = Session("test")
}

extension DependencyValues {
  var session: Session {
    get { self[Session.self] }
    set { self[Session.self] = newValue }
  }
}

@Suite struct ModelAsDependencyTests {
  @Test func isOneLiveInstanceInATree() {
    let root = Spot("root", kids: [Spot("kid")]).withAnchor()
    let session = root.node.session
    #expect(session.node.context.isLive)
    session.user = "Ann"
    #expect(root.kids[0].node.session.user == "Ann")
    #expect(root.node[Session.self].isSameModel(as: session))
    #expect(root.kids[0].node.dependency(\.session).isSameModel(as: session))
    #expect(session.device.node.context.isLive)
    #expect(session.label == "test")
  }

  @Test func eachTreeHasItsOwnAndTheDeclaredValueStaysAsItIs() {
    let (one, other) = (Spot("one").withAnchor(), Spot("other").withAnchor())
    one.node.session.user = "Ann"
    one.node.session.device.name = "phone"
    #expect(other.node.session.user == "nobody")
    #expect(other.node.session.device.name == "device")
    #expect(Session.testValue.user == "nobody")
    #expect(!Session.testValue.node.context.isLive)
  }

  @Test func livesFromTheFirstAccessToTheEndOfItsPlace() {
    let log = Log()
    let middle = Spot("middle", kids: [Spot("leaf")])
      .withDependencies { $0.session = Session("m", log: log) }
    var root: Spot? = Spot("root", kids: [middle]).withAnchor {
      $0.session = Session("r", log: log)
    }
    #expect(log.entries == [])
    middle.kids[0].node.session.user = "Ann"
    #expect(middle.node.session.user == "Ann")
    #expect(log.entries == ["+m"])
    #expect(root?.node.session.user == "nobody")
    #expect(log.entries == ["+m", "+r"])
    root?.kids = []
    #expect(log.entries == ["+m", "+r", "-m"])
    root = nil
    #expect(log.entries == ["+m", "+r", "-m", "-r"])
  }

  @Test func whatATestPassesInBecomesAliveItself() {
    let log = Log()
    let session = Session("passed", log: log)
    let root = Spot("root", kids: [Spot("kid")]).withAnchor { $0.session = session }
    root.kids[0].node.session.user = "Ann"
    #expect(session.user == "Ann")
    #expect(session.node.context.isLive)
    #expect(log.entries == ["+passed"])
    withExtendedLifetime(root) {}
  }

  @Test func findsItsOwnDependenciesAndEnvironmentAtItsPlace() {
    let middle = Spot("middle", kids: [Spot("leaf")])
      .withDependencies {
        $0.session = Session("m")
        $0.factClient.fetch = { "\($0) in the middle" }
      }
    let root = Spot("root", kids: [middle]).withAnchor()
    let session = middle.kids[0].node.session
    #expect(session.node.factClient.fetch(1) == "1 in the middle")
    let reading = Watched { session.node.environment.theme }
    middle.node.environment.theme = "dark"
    #expect(reading.hasChanged)
    #expect(session.node.environment.theme == "dark")
    #expect(
      session.node.mapHierarchy(for: .ancestors) { ($0 as? Spot)?.name } == ["middle", "root"]
    )
    withExtendedLifetime(root) {}
  }

  @Test func sendsItsEventsUpFromItsPlaceAndToItsUsers() async {
    let middle = Spot("middle", kids: [Spot("leaf")]).withDependencies { $0.session = Session("m") }
    var root: Spot? = Spot("root", kids: [middle]).withAnchor()
    let numbers = root?.node.event(ofType: Int.self)
    let user = middle.kids[0].node.event(ofType: Int.self)
    middle.kids.append(Spot("other"))
    let other = middle.kids[1].node.event(ofType: Int.self)
    middle.kids[0].node.session.node.send(7)
    middle.node.session.node.send(8, to: .parent)
    root = nil
    var received: [Int] = []
    if let numbers { for await number in numbers { received.append(number) } }
    #expect(received == [7])
    var receivedByUser: [Int] = []
    for await number in user { receivedByUser.append(number) }
    #expect(receivedByUser == [7, 8])
    for await number in other { Issue.record("\(number) reached one that does not use it") }
  }

  @Test func queriesMeetItWhereTheyAskForDependencies() {
    let root = Spot("root", kids: [Spot("kid")]).withAnchor()
    let kinds = { (relation: ModelRelation) in
      root.node.mapHierarchy(for: relation) { ($0 as? Session)?.label ?? ($0 as? Spot)?.name }
    }
    let reading = Watched { kinds([.descendants, .dependencies]) }
    #expect(reading.value == ["kid"])
    _ = root.kids[0].node.session
    #expect(reading.hasChanged)
    #expect(kinds(.descendants) == ["kid"])
    #expect(kinds(.dependencies) == ["test"])
    #expect(kinds([.descendants, .dependencies]) == ["kid", "test", "device"])
  }

  @Test func aQueryOfTheAncestorsMeetsTheirDependencies() {
    let leaf = Spot("leaf")
    let middle = Spot("middle", kids: [leaf]).withDependencies { $0.session = Session("middle's") }
    let root = Spot("root", kids: [middle]).withAnchor { $0.session = Session("root's") }
    for spot in [root, middle] { _ = spot.node.session }
    let found = { (relation: ModelRelation) in
      leaf.node.mapHierarchy(for: relation) { ($0 as? Session)?.label ?? ($0 as? Spot)?.name }
    }
    #expect(found([.ancestors, .dependencies]) == ["middle", "middle's", "root", "root's"])
    #expect(found([.parent, .dependencies]) == ["middle", "middle's"])
    #expect(found(.ancestors) == ["middle", "root"])
  }

  @Test func aQueryOfADependencyDoesNotMeetTheDependencyItself() {
    let root = Spot("root", kids: [Spot("kid")]).withAnchor()
    let session = root.kids[0].node.session
    let relations: [(ModelRelation, [String])] = [
      ([.ancestors, .dependencies], ["root"]),
      ([.self, .ancestors, .dependencies], ["test", "root"]),
    ]
    for (relation, names) in relations {
      let found = session.node.mapHierarchy(for: relation) {
        ($0 as? Session)?.label ?? ($0 as? Spot)?.name
      }
      #expect(found == names)
    }
  }

  @Test func aQueryOfTheChildrenMeetsTheirOwnDependencies() {
    let kid = Spot("kid", kids: [Spot("below")]).withDependencies { $0.session = Session("kid's") }
    let root = Spot("root", kids: [kid]).withAnchor { $0.session = Session("root's") }
    for spot in [root, root.kids[0]] { _ = spot.node.session }
    let found = root.node.mapHierarchy(for: [.children, .dependencies]) {
      ($0 as? Session)?.label ?? ($0 as? Spot)?.name
    }
    #expect(found == ["kid", "kid's", "root's"])
  }

  @Test func isActivatedAlsoDuringTheActivationOfItsHost() {
    let log = Log()
    let root = Spot("root")
      .withActivation { log.add("host finds \($0.node.session.node.context.currentPhase)") }
      .withAnchor { $0.session = Session("s", log: log) }
    #expect(log.entries == ["+s", "host finds active"])
    withExtendedLifetime(root) {}
  }

  @Test func outsideOfTreesItIsTheDeclaredValueAndReported() {
    let found = reports {
      #expect(Spot("alone").node.session.isSameModel(as: Session.testValue))
    }
    #expect(found.count == 1)
  }

  @Test func mayHaveOtherPlacesThatOutliveItsHost() {
    let keeper = Spot("keeper")
    let middle = Spot("middle").withDependencies { $0.spot = Spot("service") }
    let root = Spot("root", kids: [middle, keeper]).withAnchor()
    let service = middle.node.spot
    keeper.favourite = service
    root.kids.removeFirst()
    #expect(keeper.favourite?.node.context.isLive ?? false)
    keeper.favourite = nil
    #expect(!service.node.context.isLive)
  }
}

/// A model that serves as a dependency, whose default value was set up.
private struct Notebook: Model {
  static let modelLayout = ModelLayout<Notebook>("Notebook") { $0.slot("title", \.title) }
  var modelNode = ModelNode<Notebook>()

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(_ title: String) { modelNode.initialize(0, to: title) }
}

extension Notebook: DependencyKey {
  static let liveValue = Notebook("live")
  static let testValue = Notebook("test")
    .withActivation { $0.title += " of \($0.node[Owner.self])" }
    .withDependencies { $0[Owner.self] = "Ann" }
}

/// A model that serves as a dependency, with a default value as it was made.
private struct Sketch: Model {
  static let modelLayout = ModelLayout<Sketch>("Sketch") { $0.slot("title", \.title) }
  var modelNode = ModelNode<Sketch>()

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(_ title: String) { modelNode.initialize(0, to: title) }
}

extension Sketch: DependencyKey {
  static let liveValue = Sketch("live")
  static let testValue = Sketch("test")
}

/// Whose notebook it is.
private enum Owner: DependencyKey {
  static let liveValue = "somebody"
  static let testValue = "nobody"
}

@Suite struct SetUpDependencyTests {
  @Test func theCopyOfADefaultValueIsSetUpAsItIs() {
    let trees = (0..<2).map { _ in Spot("root").withAnchor() }
    #expect(trees.map { $0.node[Notebook.self].title } == ["test of Ann", "test of Ann"])
    #expect(trees.map { $0.node[Owner.self] } == ["nobody", "nobody"])
    #expect(Notebook.testValue.title == "test")
  }

  @Test func theCopyOfAPlainDefaultValueIsToo() {
    let root = Spot("root").withAnchor()
    #expect(root.node.session.user == "nobody")
    #expect(root.node.session.node[Sketch.self].title == "test")
  }
}

extension Spot: DependencyKey {
  static var liveValue: Spot { Spot("live spot") }
  static var testValue: Spot { Spot("test spot") }
}

extension DependencyValues {
  var spot: Spot {
    get { self[Spot.self] }
    set { self[Spot.self] = newValue }
  }
}
