import StrataConcurrency
import StrataExtensions
import StrataModels
import Synchronization

/// Eight threads that write, send and remove: no `onChange` call and no loop's body of a model begins after its
/// `onCancel`.
struct RemovalStress {
  let seed: UInt64

  func run(until isOver: @escaping @Sendable () -> Bool) throws {
    let late = LateCalls()
    let room = Room(late: late).withAnchor()
    for id in 0..<8 { room.guests.append(Guest(id: id, late)) }
    let role: @Sendable (inout SeededGenerator) throws -> Void = { random in
      let way = Int.random(in: 0..<6, using: &random)
      let place = Int.random(in: 0..<8, using: &random)
      switch way {
      case 0:
        room.node.transaction {
          if room.guests.count > 4 { room.guests.remove(at: place % room.guests.count) }
        }
      case 1:
        let id = Int.random(in: 0..<Int.max, using: &random)
        room.node.transaction {
          if room.guests.count < 12 { room.guests.append(Guest(id: id, late)) }
        }
      case 2: room.node.send(Bell(), to: .descendants)
      default: room.guests.elements[safe: place]?.count += 1
      }
      try late.check()
    }
    try runThreads(Array(repeating: role, count: 8), seed: seed, until: isOver)
    room.guests.removeAll()
    try late.check()
  }
}

private struct Bell: Sendable, Equatable {}

/// Counts callbacks that began after the end.
private final class LateCalls: Sendable {
  let events = Atomic<Int>(0)
  let changes = Atomic<Int>(0)
  let loops = Atomic<Int>(0)
  let observed = Atomic<Int>(0)

  func check() throws(TortureFault) {
    let (events, changes) = (events.load(ordering: .relaxed), changes.load(ordering: .relaxed))
    let (loops, observed) = (loops.load(ordering: .relaxed), observed.load(ordering: .relaxed))
    try hold(
      events + changes + loops + observed == 0,
      """
      after onCancel had returned began \(events) event handlers, \(changes) onChange calls, \(loops) bodies of \
      changes and \(observed) of observed values
      """
    )
  }
}

private struct Room: Model {
  static let modelLayout = ModelLayout<Room>("Room") { $0.slot("guests", \.guests) }
  var modelNode = ModelNode<Room>()
  let late: LateCalls

  var guests: IdentifiedArrayOf<Guest> {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(late: LateCalls) {
    self.late = late
    modelNode.initialize(0, to: IdentifiedArrayOf<Guest>())
  }

  // Every event has a receiver, also without an attached model.
  func onActivate() { node.forEach(node.event(ofType: Bell.self)) { _ in } }
}

private struct Guest: Model {
  static let modelLayout = ModelLayout<Guest>("Guest") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Guest>()
  let id: Int
  let life: Life

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(id: Int, _ late: LateCalls) {
    self.id = id
    life = Life(late)
    modelNode.initialize(0, to: 0)
  }

  func onActivate() {
    let life = life
    life.begin()
    node.forEach(node.event(ofType: Bell.self)) { _ in life.note(life.late.events) }
    node.onChange(of: count, initial: false) { _, _ in life.note(life.late.changes) }
    node.forEach(change(of: \.count, initial: false)) { _ in life.note(life.late.loops) }
    node.forEach(Observed(initial: false) { count }) { _ in life.note(life.late.observed) }
    // Restarted with each change. Bodies of tasks are no callbacks; this adds tasks that come and go.
    node.task(id: count) { _ in await Task.yield() }
    node.onCancel { life.end() }
  }
}

/// Whether the `onCancel` of an attached model has returned.
private final class Life: Sendable {
  let late: LateCalls
  private let hasEnded = Atomic<Bool>(false)

  init(_ late: LateCalls) { self.late = late }

  func begin() { hasEnded.store(false, ordering: .sequentiallyConsistent) }

  func end() { hasEnded.store(true, ordering: .sequentiallyConsistent) }

  func note(_ counter: borrowing Atomic<Int>) {
    if hasEnded.load(ordering: .sequentiallyConsistent) { counter.add(1, ordering: .relaxed) }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
