import StrataConcurrency
import StrataModels
import Testing

/// A model that a cancelled task of its own adds again, while that task has not returned.
@Suite struct RevivalByCancelledTaskTests {
  struct Lamp: Model {
    static let modelLayout = ModelLayout<Lamp>("Lamp") {
      $0.slot("isLit", \.isLit)
      $0.slot("changes", \.changes)
    }
    var modelNode = ModelNode<Lamp>()
    var isLit: Bool {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var changes: Int {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
      nonmutating _modify { yield &modelNode[1] }
    }
    init() {
      modelNode.initialize(0, to: false)
      modelNode.initialize(1, to: 0)
    }

    func onActivate() {
      node.onChange(of: isLit, initial: false) { _, _ in changes += 1 }
      isLit = true
      node.local.visits += 1
      node.preference.brightness = 7
    }
  }

  struct Room: Model {
    static let modelLayout = ModelLayout<Room>("Room") {
      $0.slot("lamp", \.lamp)
      $0.slot("note", \.note)
    }
    var modelNode = ModelNode<Room>()
    var lamp: Lamp? {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var note: Int {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }
    init(_ lamp: Lamp) {
      modelNode.initialize(0, to: Optional(lamp))
      modelNode.initialize(1, to: 0)
    }
  }

  /// The texts of the reports, while a task of the lamp takes it out, puts it back and does more.
  private func reports(
    whileATaskOf room: Room,
    putsBackAnd more: @escaping @Sendable (Lamp) -> Void
  ) async throws -> [String] {
    let texts = Log()
    let handler: ReportSink.Handler = { texts.add($0.message) }
    try await ReportSink.withHandler(handler) {
      let lamp = try #require(room.lamp)
      let work = lamp.node.context.work
      lamp.node.task {
        room.lamp = nil
        room.lamp = lamp
        #expect(Task.isCancelled)
        more(lamp)
      }
      await work.finished()
    }
    return texts.entries
  }

  @Test func theActivationOfTheNewLifeWrites() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let room = Room(Lamp()).withAnchor()
      room.lamp?.isLit = false
      let texts = try await reports(whileATaskOf: room) { _ in }
      #expect(texts == [])
      let lamp = try #require(room.lamp)
      #expect(lamp.isLit)
      #expect(lamp.changes == 3)
      #expect(lamp.node.local.visits == 1)
      #expect(room.node.preference.brightness == 7)
    }
  }

  @Test func anObserverOfTheNewLifeWrites() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let room = Room(Lamp()).withAnchor()
      let texts = try await reports(whileATaskOf: room) { lamp in
        lamp.node.onChange(of: room.note, initial: false) { _, _ in lamp.changes = 50 }
        room.note = 1
      }
      #expect(texts == [])
      #expect(room.lamp?.changes == 50)
    }
  }

  @Test func theTaskItselfWritesNothing() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let room = Room(Lamp()).withAnchor()
      let texts = try await reports(whileATaskOf: room) { $0.isLit = false }
      #expect(texts.count == 1)
      #expect(texts.first?.contains("a task of the life before. The write has no effect.") == true)
      #expect(room.lamp?.isLit == true)
      room.lamp?.isLit = false
      #expect(room.lamp?.isLit == false)
    }
  }
}

extension LocalKeys {
  fileprivate var visits: LocalStorage<Int> { .init(defaultValue: 0) }
}

extension PreferenceKeys {
  fileprivate var brightness: PreferenceStorage<Int> {
    .init(defaultValue: 0) { $0 += $1 }
  }
}
