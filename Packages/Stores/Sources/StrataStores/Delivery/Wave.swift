import StrataConcurrency
import Synchronization

/// One propagation batch: an update on its way through everything that subscribes to it.
///
/// Each delivery has one, which it reuses; it belongs to the thread that delivers. It retains nothing after it has run.
/// No two accesses to one of its variables overlap, so none is checked.
// SAFETY: touched only by the thread that has its delivery's role.
@usableFromInline
final class Wave: @unchecked Sendable {
  /// The most updates of one store in one batch; more can only come from subscriptions in a circle.
  static let limit = 100
  /// The longest chain of calls that each cause the next one.
  static let chainLimit = 1_000

  /// Stores that the batch has changed and whose updates have not been passed on yet.
  @safe @exclusivity(unchecked) private var changed = UpdateQueue<any StoreNode>()
  /// The stores that the batch has reached, and the updates that wait for each.
  @safe @exclusivity(unchecked) private var inboxes: ContiguousArray<Inbox> = []
  /// The index of each store's inbox.
  @safe @exclusivity(unchecked) private var places: [ObjectIdentifier: Int] = [:]
  /// The stores with waiting updates, the next one first.
  @safe @exclusivity(unchecked) private var order = HeightQueue()
  /// How often stores had sunk when the order was made.
  @safe @exclusivity(unchecked) private var knownSinkings = 0
  /// Calls of plain subscribers, then of views; each in order.
  @safe @exclusivity(unchecked) private var closures = UpdateQueue<Call>()
  @safe @exclusivity(unchecked) private var views = UpdateQueue<Call>()
  /// The position of the present call in its chain; 0 before the first.
  @safe @exclusivity(unchecked) private var depth = 0
  @safe @exclusivity(unchecked) private var isCut = false

  /// A subscriber, and the update for it.
  fileprivate struct Call {
    let subscriber: AnySubscriber
    let update: AnyStoreUpdate
    /// Its position in the chain of calls that each cause the next one.
    let depth: Int

    func run() { subscriber.receive(update) }
  }

  fileprivate struct Inbox {
    let node: any StoreNode
    /// The waiting calls; the first is stored separately, because there is seldom another.
    var first: Call?
    var others: ContiguousArray<Call> = []
    var batches = 0
  }

  init() {}

  /// Whether anything is to be done.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var isPending = false

  /// Does the pending work.
  @usableFromInline
  func run() {
    while step() {}
    places.removeAll(keepingCapacity: places.capacity <= 64)
    order.removeAll()
    depth = 0
    isCut = false
    isPending = false
    // Calls are released last and one by one: a store that ends here may run the user's code, which may note changes.
    while inboxes.popLast() != nil {}
    if inboxes.capacity > 64 { inboxes = [] }
  }

  /// Notes that the batch has changed a store.
  func note(_ node: any StoreNode) {
    changed.append(node)
    isPending = true
  }

  /// Leaves an update of a store for each of those that it is for.
  func distribute(_ update: AnyStoreUpdate, of node: any StoreNode) {
    guard depth < Wave.chainLimit else { return cut(node) }
    for subscriber in update.subscribers.all {
      isPending = true
      let call = Call(subscriber: subscriber, update: update, depth: depth + 1)
      switch subscriber.kind {
      case .store(let node): add(call, to: node)
      case .closure: closures.append(call)
      case .view: views.append(call)
      }
    }
  }

  /// Reports, once in a batch, that updates of a store are not passed on.
  private func cut(_ node: any StoreNode) {
    guard !isCut else { return }
    isCut = true
    StoreComplaint.endlessCalls(node.name, limit: Wave.chainLimit).report(at: .thisLine())
  }

  /// Leaves a call to the store that it is for.
  private func add(_ call: Call, to node: any StoreNode) {
    let place = place(of: node)
    if inboxes[place].first == nil {
      inboxes[place].first = call
      order.insert(place, height: node.height)
    } else {
      inboxes[place].others.append(call)
    }
  }

  private func place(of node: any StoreNode) -> Int {
    let place = places[ObjectIdentifier(node), default: inboxes.count]
    if place == inboxes.count {
      places[ObjectIdentifier(node)] = place
      inboxes.append(Inbox(node: node))
    }
    return place
  }

  /// Does the next thing.
  ///
  /// - Returns: Whether there was one.
  private func step() -> Bool {
    if let node = changed.popFirst() {
      node.distribute(onlyFirst: false)
    } else if let place = nextPlace() {
      updateStore(place)
    } else if let call = closures.popFirst() ?? views.popFirst() {
      depth = call.depth
      call.run()
    } else {
      return false
    }
    return true
  }

  /// Takes the lowest store with waiting updates.
  private func nextPlace() -> Int? {
    let sinkings = SubscriptionGraph.sinkings.load(ordering: .acquiring)
    if sinkings != knownSinkings {
      knownSinkings = sinkings
      order.reorder { inboxes[$0].node.height }
    }
    return order.popFirst { inboxes[$0].node.height }
  }

  /// Lets a store handle its waiting updates.
  private func updateStore(_ place: Int) {
    let node = inboxes[place].node
    let first = inboxes[place].first.take()
    let others = inboxes[place].others
    if !others.isEmpty { inboxes[place].others = [] }
    inboxes[place].batches += 1
    let batches = inboxes[place].batches
    guard batches <= Wave.limit else {
      if batches == Wave.limit + 1 {
        StoreComplaint.endlessWave(node.name, limit: Wave.limit).report(at: .thisLine())
      }
      return
    }
    depth = others.reduce(first?.depth ?? 0) { max($0, $1.depth) }
    node.batch {
      first?.run()
      for call in others { call.run() }
    }
  }
}
