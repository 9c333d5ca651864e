import StrataConcurrency
import StrataModels
import Testing

/// The allowed accesses to the same model by the code beside a write.
@Suite struct ModelAccessTests {
  /// Calls a closure when it goes.
  final class Guest: Sendable {
    let onEnd: @Sendable () -> Void
    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  struct House: Model {
    static let modelLayout = ModelLayout<House>("House") {
      $0.slot("guest", \.guest)
      $0.slot("rooms", \.rooms)
      $0.slot("names", \.names)
    }
    var modelNode = ModelNode<House>()
    var guest: Guest? {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    var rooms: Int {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
      nonmutating _modify { yield &modelNode[1] }
    }
    var names: [String] {
      get { modelNode[2] }
      nonmutating set { modelNode[2] = newValue }
      nonmutating _modify { yield &modelNode[2] }
    }
    init() {
      modelNode.initialize(0, to: nil as Guest?)
      modelNode.initialize(1, to: 1)
      modelNode.initialize(2, to: [String]())
    }
  }

  @Test func theRightSideOfAWriteMayReadTheSameModel() {
    let house = House().withAnchor()
    house.rooms = house.names.count + 3
    house.rooms += house.names.count + 1
    house.names.append("\(house.rooms)")
    house.names = house.names + ["b"]
    #expect(house.rooms == 4)
    #expect(house.names == ["4", "b"])
  }

  @Test func theEndOfAReplacedValueMayReadAndWriteItsSiblings() {
    let house = House().withAnchor()
    let log = Log()
    let context = house.node.context
    let rooms = Slot<Int>(uncheckedIndex: 1)
    for _ in 0..<3 {
      house.guest = Guest {
        context[rooms] += 1
        log.add("\(context.read(rooms))")
      }
    }
    house.node.transaction { house.guest = nil }
    #expect(log.entries == ["2", "3", "4"])
  }

  @Test func anErrorThatNobodyCatchesIsReportedWithItsCallAndLine() async throws {
    struct Failure: Error {}
    let starts: [(String, @Sendable (Counter) -> Void)] = [
      (
        "A forEach loop or its operation",
        { $0.node.forEach($0.change(of: \.count)) { _ in throw Failure() } }
      ),
      (
        "The operation of task(id:)",
        { model in model.node.task(id: model.count) { _ in throw Failure() } }
      ),
      (
        "The operation of onChange(of:)",
        { model in model.node.onChange(of: model.count) { _, _ async throws in throw Failure() } }
      ),
    ]
    for (subject, start) in starts {
      let log = Log()
      let handler: ReportSink.Handler = { log.add("\($0.callSite.fileID) \($0.message)") }
      _ = try await ReportSink.withHandler(handler) {
        try await withSimulation(seed: 1) { _ in
          let model = Counter().withAnchor()
          start(model)
          while log.entries.isEmpty { await Task.yield() }
          withExtendedLifetime(model) {}
        }
      }
      #expect(
        log.entries.first == """
          StrataModelsTests/ModelAccessTests.swift \(subject) threw Failure(). Handle the error in \
          the operation, or pass `catch:` to receive it.
          """
      )
    }
  }
}
