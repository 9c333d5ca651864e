import StrataConcurrency
import Synchronization

/// One propagation batch: an update on its way through everything that subscribes to it.
///
/// Each delivery has one, which it reuses; it belongs to the thread that delivers. It retains nothing after it has run.
/// No two accesses to one of its variables overlap, so none is checked.
// SAFETY: touched only by the thread that has its delivery's role.
@usableFromInline
final class PropagationBatch: @unchecked Sendable {
  /// How often a store may be updated because of its own updates.
  static let limit = 100
  /// How often a closure or a view may be called because of its own calls.
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
  /// The calls whose changes have been passed on.
  @safe @exclusivity(unchecked) private var history = CallHistory()
  /// The present call: what it has changed is passed on before the next one begins.
  @safe @exclusivity(unchecked) private var present = PresentCall()
  @safe @exclusivity(unchecked) private var isCut = false

  /// A subscriber, and the update for it.
  fileprivate struct Call {
    let subscriber: AnySubscriber
    let update: AnyStoreUpdate
    /// The call whose change it tells.
    let cause: CallHistory.Place?
    /// How many calls of closures and views have led to it, itself included unless it is a store's.
    let rounds: Int

    func run() { subscriber.receive(update) }
  }

  fileprivate struct Inbox {
    let node: any StoreNode
    /// The waiting calls; the first is stored separately, because there is seldom another.
    var first: Call?
    var others: ContiguousArray<Call> = []
    var batches = 0
    var isCut = false
  }

  fileprivate struct PresentCall {
    /// The subscriber, or the store whose updates are one transaction; `nil` before the first call.
    var receiver: ObjectIdentifier?
    var isStore = false
    var cause: CallHistory.Place?
    var rounds = 0
    /// Its place in the history, once it has changed a store.
    var place: CallHistory.Place?
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
    history.removeAll()
    present = PresentCall()
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
    let cause = placeOfPresentCall()
    for subscriber in update.subscribers.all {
      isPending = true
      let isStore = if case .store = subscriber.kind { true } else { false }
      let call = Call(
        subscriber: subscriber,
        update: update,
        cause: cause,
        rounds: present.rounds + (isStore ? 0 : 1)
      )
      switch subscriber.kind {
      case .store(let node): add(call, to: node)
      case .closure: if !isEndless(call, node) { closures.append(call) }
      case .view: if !isEndless(call, node) { views.append(call) }
      }
    }
  }

  private func placeOfPresentCall() -> CallHistory.Place? {
    if let receiver = present.receiver, present.place == nil {
      present.place = history.add(receiver, isStore: present.isStore, causedBy: present.cause)
    }
    return present.place
  }

  /// Whether a subscriber causes its own calls without end; reports it once in a batch.
  ///
  /// Each chain without end has calls at all multiples of the limit, and one of its subscribers comes again and again
  /// there. So the history is asked seldom, and a long chain of different subscribers costs little.
  private func isEndless(_ call: Call, _ node: any StoreNode) -> Bool {
    guard call.rounds > PropagationBatch.chainLimit, call.rounds % PropagationBatch.chainLimit == 1,
      history.calls(of: ObjectIdentifier(call.subscriber), before: call.cause)
        >= PropagationBatch.chainLimit
    else { return false }
    if !isCut {
      isCut = true
      StoreDiagnostic.endlessCalls(node.name, limit: PropagationBatch.chainLimit).report(
        at: .thisLine()
      )
    }
    return true
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
      begin(ObjectIdentifier(call.subscriber), isStore: false, call)
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

  private func begin(_ receiver: ObjectIdentifier, isStore: Bool, _ call: Call) {
    present = PresentCall(
      receiver: receiver,
      isStore: isStore,
      cause: call.cause,
      rounds: call.rounds
    )
  }

  /// Lets a store handle its waiting updates.
  private func updateStore(_ place: Int) {
    let node = inboxes[place].node
    guard let first = inboxes[place].first.take() else { return }
    let others = inboxes[place].others
    if !others.isEmpty { inboxes[place].others = [] }
    inboxes[place].batches += 1
    // Of several causes, the one with the longest chain counts: a chain without end becomes that.
    let last = others.reduce(first) { $0.rounds < $1.rounds ? $1 : $0 }
    guard !isEndless(place, last) else { return }
    begin(ObjectIdentifier(node), isStore: true, last)
    node.batch {
      first.run()
      for call in others { call.run() }
    }
  }

  /// Whether a store's updates cause one another without end; reports it once for each store in a batch.
  private func isEndless(_ place: Int, _ call: Call) -> Bool {
    let (batches, node) = (inboxes[place].batches, inboxes[place].node)
    guard batches > PropagationBatch.limit,
      inboxes[place].isCut || batches % PropagationBatch.limit == 1,
      history.updates(of: ObjectIdentifier(node), before: call.cause) >= PropagationBatch.limit
    else { return false }
    if !inboxes[place].isCut {
      inboxes[place].isCut = true
      StoreDiagnostic.endlessPropagation(node.name, limit: PropagationBatch.limit).report(
        at: .thisLine()
      )
    }
    return true
  }
}
