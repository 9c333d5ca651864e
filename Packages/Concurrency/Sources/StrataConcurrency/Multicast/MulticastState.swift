/// The subscribers of a multicast and the elements that each has not received yet: a pure machine.
///
/// This type resumes and releases nothing. Its methods return the actions for the time after the lock is released.
///
/// It and everything around it is inlinable, so that it is specialised for the element. A send without subscribers took
/// 535 ns without, 36 with.
@usableFromInline
struct MulticastState<Element: Sendable>: Sendable {
  @usableFromInline typealias Call = SuspendedCall<Element?>

  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let serial: UInt64
    /// `nil` for a subscriber that left; such entries are swept when they are more than half.
    @usableFromInline var subscriber: MulticastSubscriber<Element>?

    @inlinable
    init(serial: UInt64, subscriber: MulticastSubscriber<Element>?) {
      self.serial = serial
      self.subscriber = subscriber
    }
  }

  /// The actions to perform outside the lock, in this order.
  @usableFromInline
  struct Actions: Sendable {
    @usableFromInline var resumptions: [(call: Call, element: Element?)] = []
    @usableFromInline var terminations: [@Sendable () -> Void] = []
    /// Only to be released.
    @usableFromInline var dropped: [Element] = []
    /// Whether a subscriber has lost an element for the first time.
    @usableFromInline var hasLost = false

    @inlinable init() {}

    @inlinable
    func perform() {
      for (call, element) in resumptions { call.resume(returning: element) }
      for terminated in terminations { terminated() }
      if hasLost { reportLoss() }
    }

    @inline(never)
    @usableFromInline
    func reportLoss() {
      ReportSink.report(
        """
        An asynchronous sequence of \(Element.self) has lost elements: its loop is slower than what sends \
        to it, and its buffer is full. Name a policy that says what may be dropped, or make the loop faster.
        """,
        at: .thisLine()
      )
    }
  }

  /// The answer to a subscriber that asks for an element.
  @usableFromInline
  enum Answer: Sendable {
    case element(Element)
    case end
    case wait
  }

  // In the order of subscription, so sorted by serial.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var nextSerial: UInt64 = 1
  @usableFromInline var goneCount = 0
  @usableFromInline var replaysCurrent = false
  @usableFromInline var current: Element?
  @usableFromInline var isFinished = false

  @inlinable init() {}

  @inlinable
  init(replaying element: Element) {
    replaysCurrent = true
    current = element
  }

  /// How many subscribers there are.
  @inlinable var count: Int { entries.count - goneCount }

  /// Adds a subscriber, which sees all that is sent from now on.
  @inlinable
  mutating func subscribe(
    _ policy: BufferingPolicy,
    onTermination: (@Sendable () -> Void)?
  ) -> (serial: UInt64, actions: Actions) {
    var subscriber = MulticastSubscriber<Element>(policy: policy, onTermination: onTermination)
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
  @inlinable
  mutating func setPolicy(_ policy: BufferingPolicy, of serial: UInt64) -> Actions {
    var actions = Actions()
    guard let index = index(of: serial) else { return actions }
    actions.dropped = entries[index].subscriber?.setPolicy(policy) ?? []
    if !actions.dropped.isEmpty { actions.hasLost = entries[index].subscriber?.noteLoss() ?? false }
    return actions
  }

  /// Gives an element to each subscriber.
  @inlinable
  mutating func send(_ element: Element) -> Actions {
    var actions = Actions()
    guard !isFinished else { return actions }
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
  @inlinable
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

  /// Takes the next element of a subscriber, if there is one.
  @inlinable
  mutating func take(_ serial: UInt64) -> Answer {
    guard let index = index(of: serial), entries[index].subscriber != nil else { return .end }
    if let element = entries[index].subscriber?.buffer.popFirst() { return .element(element) }
    return isFinished ? .end : .wait
  }

  /// The same for a suspended call, which is stored when it has to wait.
  @inlinable
  mutating func take(_ serial: UInt64, for call: Call) -> Answer {
    let answer = take(serial)
    if case .wait = answer, let index = index(of: serial) {
      entries[index].subscriber?.calls.append(call)
    }
    return answer
  }

  /// Removes a subscriber and the elements that it has not received.
  @inlinable
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

  @inlinable
  func index(of serial: UInt64) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].serial == serial ? low : nil
  }
}
