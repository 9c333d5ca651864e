/// Everything that one owner has running: a pure machine under the owner's lock.
///
/// Work occupies slots that are reused. A slot is named by its index and a serial number that is never used twice. So a
/// handle that outlives its work finds that out in one comparison:
///
/// ```
/// slots   [ 0: #7 ][ 1: free ][ 2: #9 ]        first ──► 0 ──► 2 ◄── last   (registration order)
/// keys    "load" ──► 2        ID.self ──► 0 ──► 2                            (see KeyTable)
/// ```
///
/// Every operation on one piece of work is O(1) in the work that is registered, plus O(1) for each of its own tags.
/// This type neither calls nor releases objects of the program: its methods return them.
struct WorkTable {
  typealias Index = UInt32
  static let none = Index.max

  /// The name of one piece of work.
  struct ID: Hashable, Sendable {
    var index: Index
    var serial: UInt64
  }

  /// The kinds of registered work.
  enum Work {
    /// A task that is about to be started: registered, but its handle is not known yet.
    case starting
    /// A closure that waits for the cancellation.
    case handler(@Sendable () -> Void)
    /// A closure that ends callbacks of the owner, and that is called before all handlers.
    case ending(@Sendable () -> Void)
  }

  /// The values that removed work leaves, for use outside the lock.
  struct Removed {
    var handler: (@Sendable () -> Void)?
    /// The gates that wait for the end of the work.
    var successors: [UnwindGate]
    /// The keys without work, to be released.
    var droppedKeys: [CancellationKey]
    /// The calls that wait for the way in which the body has returned.
    var verdict: Verdict?
  }

  struct Slot {
    var serial: UInt64
    var previous: Index
    var next: Index
    var firstTag: Index = none
    var isCancelled = false
    /// Whether it is a task, and no closure that waits for the cancellation.
    var isTask = true
    /// Whether the closure ends callbacks, and so is called before the others.
    var isEnding = false
    /// Whether there is, or was, something that its end has to release or to notify: a name, a key, a closure, a
    /// successor.
    var isEntangled = false
    /// The task, once it is known.
    ///
    /// It is not retained, because a registered task has not returned.
    var task: UncountedTask?
    var handler: (@Sendable () -> Void)?
    var label: WorkLabel
    /// The gate at which a restarted task waits; `nil` from when its body begins.
    var gate: UnwindGate?
    /// The gates that wait for this work to return.
    var successors: [UnwindGate] = []

    init(serial: UInt64, previous: Index, task label: WorkLabel) {
      self.serial = serial
      self.previous = previous
      next = none
      self.label = label
    }
  }

  var slots: [Slot] = []
  private var firstFree = none
  private var first = none
  private var last = none
  private var nextSerial: UInt64 = 1
  private var nextGroup: UInt64 = 0
  private(set) var count = 0
  private(set) var taskCount = 0
  var keys = KeyTable()
  var onFinish: [@Sendable () -> Void] = []
  /// The bodies of loops and the callbacks that were allowed to begin and have not returned.
  var begunBodies: [BegunBody] = []
  var bodySerial: UInt64 = 0
  /// Runs the last handlers when no thread is at the first step of a body any more.
  var heldHandlers: (() -> Void)?
  /// The time at which the owner's end cancelled the tasks, in a simulation.
  var sealedAt: VirtualInstant?
  /// The calls that wait for the outcome of tasks; usually empty.
  var verdicts: [Index: Verdict] = [:]

  /// Registers work at the end of the order.
  mutating func register(_ work: Work, _ label: WorkLabel) -> ID {
    let id = registerTask(label)
    let (handler, isEnding): (@Sendable () -> Void, Bool)
    switch work {
    case .starting: return id
    case .handler(let body): (handler, isEnding) = (body, false)
    case .ending(let body): (handler, isEnding) = (body, true)
    }
    slots[Int(id.index)].isTask = false
    slots[Int(id.index)].isEnding = isEnding
    slots[Int(id.index)].isEntangled = true
    slots[Int(id.index)].handler = handler
    taskCount -= 1
    return id
  }

  /// Registers a task that is about to be started at the end of the order.
  mutating func registerTask(_ label: WorkLabel) -> ID {
    let id = registerTask(at: label.callSite, in: label.function)
    guard let name = label.name else { return id }
    slots[Int(id.index)].label.name = name
    slots[Int(id.index)].isEntangled = true
    return id
  }

  /// Registers a task without a name that is about to be started at the end of the order.
  mutating func registerTask(at callSite: CallSite, in function: StaticString?) -> ID {
    let serial = nextSerial
    nextSerial += 1
    let index: Index
    if firstFree == Self.none {
      index = Index(slots.count)
      let label = WorkLabel(function: function, callSite: callSite)
      slots.append(Slot(serial: serial, previous: last, task: label))
    } else {
      index = firstFree
      // The fields are written one by one: a slot is large, and copying it whole cost more than all the rest. A free
      // one has no name.
      let (place, last) = (Int(index), last)
      firstFree = unsafe slots.withUnsafeMutableBufferPointer { slots in
        // SAFETY: a free slot is one of the array's.
        let slot = unsafe slots.baseAddress.unsafelyUnwrapped + place
        let nextFree = unsafe slot.pointee.next
        unsafe slot.pointee.serial = serial
        unsafe slot.pointee.previous = last
        unsafe slot.pointee.next = Self.none
        unsafe slot.pointee.isCancelled = false
        unsafe slot.pointee.isTask = true
        unsafe slot.pointee.isEntangled = false
        unsafe slot.pointee.task = nil
        unsafe slot.pointee.label.callSite = callSite
        unsafe slot.pointee.label.function = function
        return nextFree
      }
    }
    if last == Self.none { first = index } else { slots[Int(last)].next = index }
    last = index
    count += 1
    taskCount += 1
    return ID(index: index, serial: serial)
  }

  /// Makes a serial for a group of work.
  mutating func makeGroup() -> UInt64 {
    nextGroup += 1
    return nextGroup
  }

  /// Whether the work is still registered.
  func contains(_ id: ID) -> Bool {
    id.index < slots.count && slots[Int(id.index)].serial == id.serial
  }

  /// Whether work that is still registered was cancelled.
  func isCancelled(_ id: ID) -> Bool { contains(id) && slots[Int(id.index)].isCancelled }

  /// Notes the handle of a task that was registered as starting.
  ///
  /// - Returns: Whether the task has to be cancelled, because it was cancelled before there was a handle.
  mutating func attach(_ task: Task<Void, Never>, to id: ID) -> Bool {
    guard contains(id) else { return false }
    slots[Int(id.index)].task = UncountedTask(task)
    return slots[Int(id.index)].isCancelled
  }

  /// Takes a task out of the table, if its end has nothing to release or to notify.
  ///
  /// - Returns: Whether the task was removed; if not, nothing has changed.
  mutating func removeSimply(_ id: ID) -> Bool {
    guard contains(id), !slots[Int(id.index)].isEntangled else { return false }
    unlink(id)
    taskCount -= 1
    if count == 0 { releaseBurst() }
    return true
  }

  /// Takes work out of the table.
  ///
  /// - Returns: The values to release or to call outside the lock; `nil` when the work is gone.
  mutating func remove(_ id: ID) -> Removed? {
    guard contains(id) else { return nil }
    let index = Int(id.index)
    let firstTag = slots[index].firstTag
    var removed = Removed(
      handler: slots[index].handler.take(),
      successors: slots[index].successors,
      droppedKeys: []
    )
    if firstTag != Self.none { removed.droppedKeys = keys.untag(firstTag) }
    slots[index].firstTag = Self.none
    if slots[index].label.name != nil { slots[index].label.name = nil }
    if !removed.successors.isEmpty { slots[index].successors = [] }
    if !verdicts.isEmpty { removed.verdict = verdicts.removeValue(forKey: id.index) }
    if slots[index].gate != nil { slots[index].gate = nil }
    if slots[index].isTask { taskCount -= 1 }
    unlink(id)
    if count == 0 { releaseBurst() }
    return removed
  }

  /// Takes a slot out of the order and makes it free.
  private mutating func unlink(_ id: ID) {
    let (place, free) = (Int(id.index), firstFree)
    let (previous, next) = unsafe slots.withUnsafeMutableBufferPointer { slots in
      // SAFETY: the indices of a registered slot and of the adjacent slots are the array's.
      let base = unsafe slots.baseAddress.unsafelyUnwrapped
      let (previous, next) = unsafe (base[place].previous, base[place].next)
      if previous != Self.none { unsafe base[Int(previous)].next = next }
      if next != Self.none { unsafe base[Int(next)].previous = previous }
      unsafe base[place].serial = 0
      unsafe base[place].next = free
      return (previous, next)
    }
    if previous == Self.none { first = next }
    if next == Self.none { last = previous }
    firstFree = id.index
    count -= 1
  }

  /// The work from the first registered to the last.
  var order: some Sequence<Index> {
    sequence(state: first) { [slots] next in
      guard next != Self.none else { return nil }
      defer { next = slots[Int(next)].next }
      return next
    }
  }

  /// The name of the work in a slot.
  func id(at index: Index) -> ID {
    ID(index: index, serial: slots[Int(index)].serial)
  }

  /// Tags work with the key of a bucket.
  mutating func tag(_ id: ID, with bucket: KeyTable.Index) {
    slots[Int(id.index)].isEntangled = true
    slots[Int(id.index)].firstTag = keys.tag(
      id.index,
      with: bucket,
      tagsOfWork: slots[Int(id.index)].firstTag
    )
  }

  /// Marks work as cancelled.
  ///
  /// - Returns: The action that follows; `nil` when there is nothing to do (again).
  mutating func cancel(_ id: ID) -> CancelAction? {
    guard contains(id), !slots[Int(id.index)].isCancelled else { return nil }
    slots[Int(id.index)].isCancelled = true
    if let handler = slots[Int(id.index)].handler {
      let isEnding = slots[Int(id.index)].isEnding
      let droppedKeys = remove(id)?.droppedKeys ?? []
      return isEnding
        ? .end(handler, droppedKeys: droppedKeys) : .run(handler, droppedKeys: droppedKeys)
    }
    return slots[Int(id.index)].task.map { .cancel($0.task) }
  }

  // A burst must not retain its memory permanently. Serials go on, so old handles stay invalid.
  private mutating func releaseBurst() {
    guard slots.capacity > 1024 else { return }
    slots = []
    firstFree = Self.none
    keys.releaseBurst()
  }
}

/// The action, outside the lock, for work that was cancelled.
enum CancelAction {
  /// Cancel a running task.
  case cancel(Task<Void, Never>)
  /// End callbacks of the owner, then release the keys that this was the last to carry.
  case end(@Sendable () -> Void, droppedKeys: [CancellationKey])
  /// Call a handler, then release the keys that it was the last to carry.
  case run(@Sendable () -> Void, droppedKeys: [CancellationKey])

  func perform() {
    switch self {
    case .cancel(let task): task.cancel()
    case .end(let handler, _), .run(let handler, _): handler()
    }
  }

  var isHandler: Bool { if case .run = self { true } else { false } }

  /// Performs actions: tasks are cancelled and callbacks end before the first handler runs.
  ///
  /// A handler may release objects that the callbacks use. So no callback begins once a handler has run, whichever was
  /// registered first. Otherwise the order is that of the list.
  static func perform(_ actions: [CancelAction]) {
    for action in actions where !action.isHandler { action.perform() }
    for action in actions where action.isHandler { action.perform() }
  }
}
