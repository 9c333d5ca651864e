import StrataConcurrency
import StrataModels
import Testing

/// A model that was removed and added again begins a new incarnation in its new slot.
@Suite struct RevivalTests {
  /// A leaf without functions, which may therefore come back.
  struct Plain: Model {
    static let modelLayout = ModelLayout<Plain>("Plain") { $0.slot("count", \.count) }
    var modelNode = ModelNode<Plain>()
    var count: Int {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    init(count: Int = 0) { modelNode.initialize(0, to: count) }
  }

  struct Holder: Model {
    static let modelLayout = ModelLayout<Holder>("Holder") {
      $0.slot("plain", \.plain)
      $0.slot("holder", \.holder)
    }
    var modelNode = ModelNode<Holder>()
    var plain: Plain? {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var holder: Nested? {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }
    init(plain: Plain? = nil, holder: Nested? = nil) {
      modelNode.initialize(0, to: plain)
      modelNode.initialize(1, to: holder)
    }
  }

  struct Nested: Model {
    static let modelLayout = ModelLayout<Nested>("Nested") { $0.slot("plain", \.plain) }
    var modelNode = ModelNode<Nested>()
    var plain: Plain? {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(plain: Plain? = nil) { modelNode.initialize(0, to: plain) }
  }

  @Test func aTaskOfTheFormerLifeCannotWriteToTheNewOne() async throws {
    let texts = Log()
    let handler: ReportSink.Handler = { texts.add($0.message) }
    _ = try await ReportSink.withHandler(handler) {
      try await withSimulation(seed: 1) { _ in
        let holder = Holder(plain: Plain()).withAnchor()
        let plain = try #require(holder.plain)
        let scope = plain.node.context.work
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (started, begin) = AsyncStream<Void>.makeStream()
        plain.node.task {
          begin.finish()
          // Waits for the gate in a task that is not cancelled with this one.
          await Task { for await _ in gate {} }.value
          plain.count = 100
          plain.count += 1
        }
        for await _ in started {}
        holder.plain = nil
        holder.plain = plain
        #expect(phase(of: plain) == .active)
        plain.count = 1
        plain.count += 1
        open.finish()
        await scope.finished()
        #expect(plain.count == 2)
        plain.count += 1
        #expect(plain.count == 3)
      }
    }
    #expect(texts.entries.count == 1)
    #expect(texts.entries.first?.hasPrefix("Plain.count (declared at ") == true)
    #expect(
      texts.entries.first?.hasSuffix(
        """
        ) was written by a cancelled task after its owner had left the tree and been added again: a \
        task of the life before. The write has no effect. Look at Task.isCancelled after each await.
        """
      ) == true
    )
  }

  @Test func aCancelledTaskOfTheNewLifeWritesOnceTheFormerLifeIsOver() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let holder = Holder(plain: Plain()).withAnchor()
      let plain = try #require(holder.plain)
      holder.plain = nil
      holder.plain = plain
      let scope = plain.node.context.work
      let work = plain.node.task {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        plain.count = 7
      }
      await Task.yield()
      work.cancel()
      while scope.runningCount > 0 { await Task.yield() }
      #expect(plain.count == 7 || plain.count == 0)
      #expect(reports { plain.count = 8 } == [])
    }
  }

  @Test func aMoveTakesTheDependenciesOfTheNewPlace() {
    let plain = Plain().withDependencies { values in
      let inherited = values.factClient
      values.factClient.fetch = { "own, over \(inherited.fetch($0))" }
    }
    let nested = Nested().withDependencies { $0.factClient.fetch = { "nested \($0)" } }
    let holder = Holder(plain: plain, holder: nested).withAnchor {
      $0.factClient.fetch = { "root \($0)" }
    }
    #expect(plain.node.factClient.fetch(1) == "own, over root 1")
    holder.node.transaction {
      holder.plain = nil
      holder.holder?.plain = plain
    }
    #expect(phase(of: plain) == .active)
    #expect(plain.node.factClient.fetch(1) == "own, over nested 1")
  }

  /// A model that does not join is not retained: a model with constants that is rejected, replaced by identity,
  /// or added to a model that has gone.
  @Test func modelsThatNeverLiveAreReleased() {
    let census = Census()
    do {
      let branch = Branch(key: 0, census: census).withAnchor()
      let parent = Branch(key: 1, census: census)
      parent.list = [Branch(key: 2, census: census)]
      branch.single = parent
      branch.single = nil
      _ = reports {
        branch.list = [parent]
        branch.list.append(Branch(key: 3, census: census).frozenCopy)
        parent.list.append(Branch(key: 4, census: census))
      }
      branch.list = []
    }
    #expect(census.objects == 0)
    let table = DuplicateIdentityTests.Table([Row(id: 1)]).withAnchor()
    weak var context: Context?
    do {
      let twin = Row(id: 1, title: "new")
      context = twin.node.context
      table.rows = [twin]
    }
    #expect(table.rows[0].title == "")
    #expect(context == nil)
  }

  /// A leaf with a constant, so that its handle is more than its context.
  struct Tagged: Model {
    static let modelLayout = ModelLayout<Tagged>("Tagged") { $0.slot("count", \.count) }
    var modelNode = ModelNode<Tagged>()
    let log: Log
    var count: Int {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(_ log: Log) {
      self.log = log
      modelNode.initialize(0, to: 0)
    }
    func onActivate() { log.add(node.factClient.fetch(1)) }
  }

  @Test func aModelThatIsAnchoredAgainIsActivatedWithTheNewDependencies() {
    let log = Log()
    let tagged = Tagged(log)
    for name in ["a", "b"] {
      let anchored = tagged.withAnchor { $0.factClient.fetch = { "\(name)\($0)" } }
      withExtendedLifetime(anchored) {}
    }
    #expect(log.entries == ["a1", "b1"])
  }

  /// Containers of each kind, whose models are released at the end of a life.
  struct Containers: Model {
    static let modelLayout = ModelLayout<Containers>("Containers") {
      $0.slot("one", \.one)
      $0.slot("list", \.list)
      $0.slot("keyed", \.keyed)
      $0.slot("named", \.named)
    }
    var modelNode = ModelNode<Containers>()
    var one: Plain? {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var list: [Plain] {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }
    var keyed: IdentifiedArrayOf<Plain> {
      get { modelNode[2] }
      nonmutating set { modelNode[2] = newValue }
    }
    var named: [String: Plain] {
      get { modelNode[3] }
      nonmutating set { modelNode[3] = newValue }
    }
    init() {
      modelNode.initialize(0, to: nil as Plain?)
      modelNode.initialize(1, to: [Plain]())
      modelNode.initialize(2, to: IdentifiedArrayOf<Plain>())
      modelNode.initialize(3, to: [String: Plain]())
    }
  }

  /// Fills one of the containers.
  private static func fill(_ containers: Containers, _ kind: Int) {
    switch kind {
    case 0: containers.one = Plain()
    case 1: containers.list = [Plain()]
    case 2: containers.keyed = [Plain()]
    default: containers.named = ["a": Plain()]
    }
  }

  private static func empty(_ containers: Containers) {
    containers.one = nil
    containers.list = []
    containers.keyed = []
    containers.named = [:]
  }

  @Test(arguments: 0..<4)
  func aModelWhoseContainersAreEmptyComesBackAndOneThatHasLostItsModelsDoesNot(_ kind: Int) {
    let containers = Containers()
    for _ in 0..<2 {
      let texts = reports {
        let anchored = containers.withAnchor()
        Self.fill(anchored, kind)
        Self.empty(anchored)
      }
      #expect(texts == [])
    }
    let lost = reports {
      let anchored = containers.withAnchor()
      Self.fill(anchored, kind)
    }
    #expect(lost == [])
    let texts = reports { withExtendedLifetime(containers.withAnchor()) {} }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("Containers") == true)
  }
}
