import StrataConcurrency

// SAFETY: touched only by the thread that has its delivery's role.
/// One update on its way through everything that subscribes to it.
///
/// Each delivery has one, which it uses again and again; it belongs to the thread that delivers.
@usableFromInline
final class Wave: @unchecked Sendable {
  /// The most updates of one store in one wave; more can only come from subscriptions in a circle.
  static let limit = 100

  /// Stores that have been changed by the wave and whose updates are not handed on yet.
  private var changed = UpdateQueue<any StoreNode>()
  /// What has reached each store, by the store.
  private var inboxes: [ObjectIdentifier: Inbox] = [:]
  /// Calls of plain subscribers, then of views; each in order.
  private var closures = UpdateQueue<() -> Void>()
  private var views = UpdateQueue<() -> Void>()

  fileprivate struct Inbox {
    let node: any StoreNode
    var calls: [() -> Void] = []
    var batches = 0
    /// Counts arrivals, so that stores of one height are told in order.
    var arrival = 0
  }

  private var arrivals = 0

  init() {}

  /// Whether anything is to be done.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var isPending = false

  /// Finishes the wave.
  @usableFromInline
  func run() {
    while step() {}
    inboxes.removeAll(keepingCapacity: true)
    isPending = false
  }

  /// Takes note that a store has been changed by the wave.
  func note(_ node: any StoreNode) {
    changed.append(node)
    isPending = true
  }

  /// Leaves a call to the store that it is for.
  func add(_ call: @escaping () -> Void, to node: any StoreNode) {
    arrivals += 1
    isPending = true
    inboxes[ObjectIdentifier(node), default: Inbox(node: node)].add(call, at: arrivals)
  }

  /// Leaves a call to the time when all stores are quiet.
  func add(_ call: @escaping () -> Void, isView: Bool) {
    isPending = true
    if isView { views.append(call) } else { closures.append(call) }
  }

  /// Does the next thing.
  ///
  /// - Returns: Whether there was one.
  private func step() -> Bool {
    if let node = changed.popFirst() {
      node.distribute(onlyFirst: false)
    } else if let key = lowest() {
      updateStore(key)
    } else if let call = closures.popFirst() ?? views.popFirst() {
      call()
    } else {
      return false
    }
    return true
  }

  /// The store to be told next: the lowest, of several the first that was reached.
  private func lowest() -> ObjectIdentifier? {
    inboxes.lazy.filter { !$0.value.calls.isEmpty }
      .min { ($0.value.node.height, $0.value.arrival) < ($1.value.node.height, $1.value.arrival) }?
      .key
  }

  private func updateStore(_ key: ObjectIdentifier) {
    guard var inbox = inboxes[key] else { return }
    let calls = inbox.calls
    inbox.calls = []
    inbox.batches += 1
    inboxes[key] = inbox
    guard inbox.batches <= Wave.limit else {
      if inbox.batches == Wave.limit + 1 {
        StoreComplaint.endlessWave(inbox.node.name, limit: Wave.limit).report(at: .thisLine())
      }
      return
    }
    inbox.node.batch {
      for call in calls { call() }
    }
  }
}

extension Wave.Inbox {
  fileprivate mutating func add(_ call: @escaping () -> Void, at arrival: Int) {
    if calls.isEmpty { self.arrival = arrival }
    calls.append(call)
  }
}
