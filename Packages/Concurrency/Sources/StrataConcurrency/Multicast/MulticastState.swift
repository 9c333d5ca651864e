/// The subscribers of a multicast and the elements that each has not received yet: a pure machine.
///
/// This type resumes and releases nothing. Its methods return the actions for the time after the lock is released.
///
/// It is not generic, because loops over any sequence call it: they are not specialised for the element, and each
/// generic type of theirs is looked up at run time. An element took 21,400 instructions that way.
struct MulticastState: Sendable {
  typealias Call = SuspendedCall<MulticastElement?>

  struct Entry: Sendable {
    let serial: UInt64
    /// `nil` for a subscriber that left; such entries are swept when they are more than half.
    var subscriber: MulticastSubscriber?
  }

  /// The actions to perform outside the lock, in this order.
  struct Actions: Sendable {
    var resumptions: [(call: Call, element: MulticastElement?)] = []
    var terminations: [@Sendable () -> Void] = []
    /// Only to be released.
    var dropped: [MulticastElement] = []
    /// Whether a subscriber has lost an element for the first time.
    var hasLost = false
  }

  /// The answer to a subscriber that asks for an element.
  enum Answer: Sendable {
    case element(MulticastElement)
    case end
    case wait
  }

  // In the order of subscription, so sorted by serial.
  var entries: [Entry] = []
  var nextSerial: UInt64 = 1
  var goneCount = 0
  let replaysCurrent: Bool
  var current: MulticastElement?
  var isFinished = false

  /// - Parameter element: The first element to replay; without one, nothing is replayed.
  init(replaying element: MulticastElement?) {
    replaysCurrent = element != nil
    current = element
  }

  /// How many subscribers there are.
  var count: Int { entries.count - goneCount }

  /// Adds a subscriber, which sees all that is sent from now on.
  mutating func subscribe(
    _ policy: BufferingPolicy,
    onTermination: (@Sendable () -> Void)?
  ) -> (serial: UInt64, actions: Actions) {
    var subscriber = MulticastSubscriber(policy: policy, onTermination: onTermination)
    var actions = Actions()
    if let current { subscriber.buffer.append(current) }
    if isFinished, let terminated = subscriber.onTermination.take() {
      actions.terminations.append(terminated)
    }
    defer { nextSerial += 1 }
    entries.append(Entry(serial: nextSerial, subscriber: subscriber))
    return (nextSerial, actions)
  }

  /// Gives a subscriber another policy, which also applies to the elements that wait already.
  mutating func setPolicy(_ policy: BufferingPolicy, of serial: UInt64) -> Actions {
    var actions = Actions()
    guard let index = index(of: serial) else { return actions }
    actions.dropped = entries[index].subscriber?.setPolicy(policy) ?? []
    if !actions.dropped.isEmpty { actions.hasLost = entries[index].subscriber?.noteLoss() ?? false }
    return actions
  }

  /// Gives an element to each subscriber; it is made only if one of them or the replay takes it.
  mutating func send(_ makeElement: () -> MulticastElement) -> Actions {
    var actions = Actions()
    guard !isFinished, replaysCurrent || count > 0 else { return actions }
    let element = makeElement()
    if replaysCurrent {
      if let old = current { actions.dropped.append(old) }
      current = element
    }
    for index in entries.indices {
      guard entries[index].subscriber != nil else { continue }
      if let call = entries[index].subscriber?.calls.popFirst() {
        actions.resumptions.append((call, element))
      } else if let dropped = entries[index].subscriber?.keep(element) {
        actions.dropped.append(dropped)
        if entries[index].subscriber?.noteLoss() == true { actions.hasLost = true }
      }
    }
    return actions
  }

  /// Ends all subscriptions once their buffers are empty.
  mutating func finish() -> Actions {
    var actions = Actions()
    guard !isFinished else { return actions }
    isFinished = true
    for index in entries.indices {
      for call in entries[index].subscriber?.calls.popAll() ?? [] {
        actions.resumptions.append((call, nil))
      }
      if let terminated = entries[index].subscriber?.onTermination.take() {
        actions.terminations.append(terminated)
      }
    }
    return actions
  }

  /// Takes the next element of a subscriber, if there is one; otherwise stores the call that waits for it.
  mutating func take(_ serial: UInt64, for call: Call? = nil) -> Answer {
    guard let index = index(of: serial), entries[index].subscriber != nil else { return .end }
    if let element = entries[index].subscriber?.buffer.popFirst() { return .element(element) }
    if isFinished { return .end }
    if let call { entries[index].subscriber?.calls.append(call) }
    return .wait
  }

  /// Removes a subscriber and the elements that it has not received.
  mutating func terminate(_ serial: UInt64) -> Actions {
    var actions = Actions()
    guard let index = index(of: serial), var subscriber = entries[index].subscriber.take() else {
      return actions
    }
    goneCount += 1
    if goneCount > 16, goneCount * 2 > entries.count {
      entries.removeAll { $0.subscriber == nil }
      goneCount = 0
    } else if goneCount == entries.count {
      entries = []
      goneCount = 0
    }
    actions.resumptions = subscriber.calls.popAll().map { ($0, nil) }
    actions.dropped = subscriber.buffer.popAll()
    if let terminated = subscriber.onTermination { actions.terminations = [terminated] }
    return actions
  }

  func index(of serial: UInt64) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].serial == serial ? low : nil
  }
}
