import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// Mistakes that a library like this one can make, each with the test that it is not made here.
@Suite struct PeerFaultTests {
  /// A row that counts how often its identity is asked for.
  struct Counted: Model {
    static let modelLayout = ModelLayout<Counted>("Counted") { $0.slot("title", \.title) }
    var modelNode = ModelNode<Counted>()
    let number: Int
    let asked: Tally
    var id: Int {
      asked.add()
      return number
    }
    var title: String {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(_ number: Int, _ asked: Tally) {
      self.number = number
      self.asked = asked
      modelNode.initialize(0, to: "")
    }
  }

  final class Tally: Sendable {
    private let value = Atomic<Int>(0)
    func add() { value.wrappingAdd(1, ordering: .relaxed) }
    func take() -> Int { value.exchange(0, ordering: .relaxed) }
  }

  struct Listed: Model {
    static let modelLayout = ModelLayout<Listed>("Listed") {
      $0.slot("table", \.table)
      $0.slot("list", \.list)
    }
    var modelNode = ModelNode<Listed>()
    var table: IdentifiedArrayOf<Counted> {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    var list: [Counted] {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
      nonmutating _modify { yield &modelNode[1] }
    }
    init(_ count: Int, _ asked: Tally) {
      modelNode.initialize(0, to: IdentifiedArray((0..<count).map { Counted($0, asked) }))
      modelNode.initialize(1, to: (0..<count).map { Counted($0, asked) })
    }
  }

  /// A write to a collection compares all of its elements.
  @Test func anEditAsksFewElementsForTheirIdentityHoweverManyThereAre() {
    let asked = Tally()
    let listed = Listed(1_000, asked).withAnchor()
    _ = asked.take()
    listed.table.append(Counted(1_000, asked))
    #expect(asked.take() < 10)
    listed.table.remove(id: 500)
    #expect(asked.take() < 10)
    listed.list.append(Counted(1_000, asked))
    #expect(asked.take() < 10)
    listed.list.removeLast()
    #expect(asked.take() < 10)
  }

  /// Models that are contained twice make a traversal as long as there are paths to them.
  @Test func anEventTakesEachModelOnceThoughThereAreAMillionPaths() {
    let log = Log()
    let model = (0..<20).reduce(Logged("leaf", log)) { below, level in
      Logged("\(level)", log, child: below, children: [below])
    }
    .withAnchor()
    #expect(log.entries.count == 21)
    var leaf = model
    while let below = leaf.child { leaf = below }
    let received = Tally()
    let (stream, listener) = EventListener<Context>.stream(
      of: Logged.Event.self,
      onTermination: { _ in },
      transform: { _, _ in received.add() }
    )
    leaf.node.context.addListener(listener)
    model.node.send(.ping, to: .descendants)
    #expect(received.take() == 1)
    withExtendedLifetime(stream) {}
  }

  /// Removed models retain their state for seconds.
  @Test func manyRemovedModelsAreReleasedAtOnce() {
    let census = Census()
    let branch = Branch(key: 0, census: census).withAnchor()
    branch.list = (1...2_000).map { Branch(key: $0, census: census) }
    #expect(census.objects == 2_001)
    branch.list.removeAll()
    #expect(census.objects == 1)
  }

  /// A transaction locks the tree while it runs the caller's code.
  @Test func aTransactionLetsOtherThreadsReadAndWriteMeanwhile() {
    let board = Board(title: "before", main: Card(points: 1)).withAnchor()
    board.node.transaction {
      board.title = "inside"
      onThreads(1) { _ in
        #expect(board.title == "before")
        board.main.points = 2
      }
      #expect(board.main.points == 2)
    }
    #expect(board.title == "inside")
  }

  /// Work in flight is identified by the text of a call site, so two call sites can be one.
  @Test func workInFlightIsToldApartByThePlaceOfTheCall() {
    let log = Log()
    let node = Counter().withAnchor()
    func start(_ name: String, _ place: Int) {
      let work = node.node.onCancel { log.add(name) }
      // Two call sites on one line.
      if place == 0 { work.cancelInFlight() } else { work.cancelInFlight() }
    }
    start("a", 0)
    start("b", 1)
    #expect(log.entries.isEmpty)
    start("c", 0)
    #expect(log.entries == ["a"])
  }

  /// Two trees need rules about whose lock is taken first.
  @Test func twoTreesThatUseOneAnotherOnTwoThreadsDoNotWaitForEver() {
    let (one, two) = (Board().withAnchor(), Board().withAnchor())
    onThreads(2) { number in
      let (own, other) = number == 0 ? (one, two) : (two, one)
      for step in 0..<2_000 {
        own.node.transaction {
          own.title = "\(step)"
          _ = other.title
          other.main.points += 1
        }
      }
    }
    #expect(one.main.points == 2_000)
    #expect(two.main.points == 2_000)
  }
}
