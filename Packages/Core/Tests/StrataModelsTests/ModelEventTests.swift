import StrataConcurrency
import StrataModels
import Testing

@Suite struct ModelEventTests {
  enum AppEvent: Equatable { case logout, login }

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

  @Test func reachesTheSenderAndAllAboveItByDefault() async {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log, child: Logged("d", log))).withAnchor()
    let atRoot = root.node.event(ofType: AppEvent.self)
    let atLeaf = root.child?.child?.node.event(ofType: AppEvent.self)
    root.child?.child?.node.send(AppEvent.logout)
    #expect(await collect(atRoot, 1) == [.logout])
    if let atLeaf { #expect(await collect(atLeaf, 1) == [.logout]) }
  }

  @Test func whatALastHandlerSendsReachesTheFormerAncestors() async {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log, child: Logged("d", log))).withAnchor()
    let atRoot = root.node.event(ofType: AppEvent.self)
    let atChild = root.child?.node.event(ofType: AppEvent.self)
    let (child, leaf) = (root.child, root.child?.child)
    let reports = Locked<[String]>([], rank: .leaf)
    let handler: ReportSink.Handler = { report in reports.withLock { $0.append(report.message) } }
    ReportSink.withHandler(handler) {
      _ = leaf?.node.onCancel { leaf?.node.send(AppEvent.logout) }
      _ = child?.node.onCancel { child?.node.send(AppEvent.login, to: .parent) }
      root.child = nil
      leaf?.node.send(AppEvent.logout)
    }
    // The parent's own work first.
    #expect(await collect(atRoot, 2) == [.login, .logout])
    var atEnd: [AppEvent] = []
    if let atChild { for await event in atChild { atEnd.append(event) } }
    #expect(atEnd.isEmpty)
    #expect(reports.withLock { $0.count } == 1)
  }

  @Test func whatALastHandlerSendsAtTheEndOfTheTreeIsNoMistake() {
    let log = Log()
    let reports = Locked(0, rank: .leaf)
    let handler: ReportSink.Handler = { _ in reports.withLock { $0 += 1 } }
    ReportSink.withHandler(handler) {
      let (root, anchor) = Logged("p", log, child: Logged("c", log)).returningAnchor()
      let child = root.child
      root.node.onCancel { root.node.send(AppEvent.logout, to: .parent) }
      child?.node.onCancel { child?.node.send(AppEvent.logout) }
      withExtendedLifetime(anchor) {}
    }
    #expect(reports.withLock { $0 } == 0)
  }

  @Test func losesNothingBetweenSubscribingAndConsuming() async {
    let root = Logged("p", Log()).withAnchor()
    let stream = root.node.event(ofType: Int.self)
    for value in 0..<100 { root.node.send(value) }
    #expect(await collect(stream, 100) == Array(0..<100))
  }

  @Test func descendantsDoNotIncludeTheSender() async {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log)).withAnchor()
    let own = root.node.event(ofType: AppEvent.self)
    let below = root.child?.node.event(ofType: AppEvent.self)
    root.node.send(AppEvent.logout, to: .descendants)
    root.node.send(AppEvent.login, to: [.self, .descendants])
    #expect(await collect(own, 1) == [.login])
    if let below { #expect(await collect(below, 2) == [.logout, .login]) }
  }

  @Test func anEventOfTheOwnTypeCountsOnlyFromThisModel() async {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log)).withAnchor()
    let own = root.node.event(of: .ping as Logged.Event)
    let foreign = root.node.event(of: AppEvent.logout)
    root.child?.node.send(.ping)
    root.child?.node.send(AppEvent.login)
    root.child?.node.send(AppEvent.logout)
    root.node.send(.ping)
    #expect(await collect(foreign, 1).count == 1)
    #expect(await collect(own, 1).count == 1)
  }

  @Test func comesWithTheModelThatSentIt() async {
    let log = Log()
    let root = Logged("p", log, children: [Logged("a", log), Logged("b", log)]).withAnchor()
    let stream = root.node.event(fromType: Logged.self)
    root.children[1].node.send(.ping)
    let events = await collect(stream, 1)
    #expect(events.map(\.event) == [.ping])
    #expect(events.map(\.model.name) == ["b"])
  }

  @Test func anEventSentInActivationReachesAParentThatListensFromItsOwn() async {
    struct Child: Model {
      static let modelLayout = ModelLayout<Child>("Child") { $0.slot("unused", \.unused) }
      var modelNode = ModelNode<Child>()
      var unused: Int { modelNode[0] }
      init() { modelNode.initialize(0, to: 0) }
      func onActivate() { node.send(AppEvent.login) }
    }
    struct Parent: Model {
      static let modelLayout = ModelLayout<Parent>("Parent") { $0.slot("child", \.child) }
      var modelNode = ModelNode<Parent>()
      let logins: Log
      var child: Child { modelNode[0] }
      init(_ logins: Log) {
        self.logins = logins
        modelNode.initialize(0, to: Child())
      }
      func onActivate() {
        node.forEach(node.event(of: AppEvent.login)) { logins.add("login") }
      }
    }
    let logins = Log()
    let parent = Parent(logins).withAnchor()
    while logins.entries.isEmpty { await Task.yield() }
    #expect(logins.entries == ["login"])
    withExtendedLifetime(parent) {}
  }

  @Test func anEventThatNobodyCanReceiveIsReported() {
    let root = Logged("p", Log()).withAnchor()
    let texts = reports { root.node.send(AppEvent.logout, to: .parent) }
    #expect(
      texts == [
        """
        Logged sends logout to [.parent], where nobody is, so nobody can receive it. Send it once \
        the sender is in its place in the tree, or name another audience.
        """
      ]
    )
  }

  @Test func streamsEndWithTheModel() async {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log)).withAnchor()
    let stream = root.child?.node.event(ofType: Int.self)
    root.child?.node.send(1)
    root.child = nil
    var received: [Int] = []
    if let stream { for await value in stream { received.append(value) } }
    #expect(received == [1])
  }
}
