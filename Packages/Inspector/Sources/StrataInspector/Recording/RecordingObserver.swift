import StrataConcurrency
@_spi(Strata) import StrataCore
import StrataEvents
import StrataExtensions

/// Follows the trees of a recording.
///
/// Trees retain it, and it retains the recording weakly, so a recording ends when the program lets it go.
final class RecordingObserver: TreeObserver {
  // SAFETY: the recording sets it once, before it gives the observer to a tree.
  private nonisolated(unsafe) weak var owner: Recording?
  private var recording: Recording? { unsafe owner }

  /// Belongs to a recording; called once, by the recording's initializer.
  func begin(for recording: Recording) { unsafe owner = recording }

  var wantsRounds: Bool { true }
  // The tree's recorder receives them.
  var wantsWrites: Bool { false }
  var wantsTasks: Bool { true }
  var wantsEvaluations: Bool { true }

  // MARK: Trees

  func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {
    begin(root, at: callSite)
  }

  /// Begins with a tree: its state, then each change.
  ///
  /// - Returns: Whether the tree was not recorded before.
  @discardableResult
  func begin(_ root: Context, at callSite: CallSite?) -> Bool {
    guard let recording, recording.changeLog.withLock({ $0.begin(root, at: callSite) }) else {
      return false
    }
    record(root, in: recording, at: callSite)
    return true
  }

  private func record(_ root: Context, in recording: Recording, at callSite: CallSite?) {
    let id = root.id.rawValue
    // Registered before the state is read, so that no change lies between them.
    let observer = TreeRecorder(root, recording, at: callSite ?? .thisLine())
    let change = root.recordChanges(with: observer)
    let last = Locked(JSONValue?.none, rank: .leaf)
    let states = root.externalState.map { follow($0, of: root, after: last) }
    let observations: [any Cancellable] = [change] + (states.map { [$0] } ?? [])
    guard recording.changeLog.withLock({ $0.keep(observations, of: id) }) else {
      for observation in observations { observation.cancel() }
      return
    }
    guard let images = recording.addState(of: root) else { return }
    // What comes first is compared with the first state.
    let first = images.first?.properties.last { $0.name == ImageReader.externalName }?.value
    if states != nil { last.withLock { $0 = $0 ?? first } }
  }

  /// Records the states that lie outside of the slots of a root.
  private func follow(
    _ external: any ExternalState,
    of root: Context,
    after last: Locked<JSONValue?>
  ) -> any Cancellable {
    external.observeExternalStates { [weak recording, weak root] state, cause in
      guard let recording, let root else { return }
      recording.add(state, after: last, cause, in: root)
    }
  }

  func treeWillEnd(_ root: Context) {
    let id = root.id.rawValue
    let ended = recording?.changeLog.withLock { $0.end(id) } ?? []
    for observation in ended { observation.cancel() }
  }

  // MARK: Activity

  func didDeliver(_ round: DeliveredRound) {
    guard let recording, let context = round.changes.first?.context, let root = context.root else {
      return
    }
    recording.changeLog.withLock { $0.add(round, in: root.id.rawValue) }
    recording.beginPartIfFull(root)
  }

  func didEvaluate(_ evaluation: ObservedEvaluation, of owner: Context) {
    guard let recording, let root = owner.root else { return }
    let cause = Cause.current
    recording.changeLog.withLock {
      $0.add(evaluation, of: owner.id.rawValue, in: root.id.rawValue, cause)
    }
  }

  func taskDidBegin(_ task: ObservedTask, of context: Context) {
    guard let recording, let root = context.root else { return }
    let cause = Cause.current
    recording.changeLog.withLock {
      $0.add(task, of: context.id.rawValue, in: root.id.rawValue, cause)
    }
  }

  func taskWasCancelled(_ task: ObservedTask, of context: Context) {
    guard let recording, let root = context.root else { return }
    let cause = Cause.current
    recording.changeLog.withLock {
      $0.cancel(task, of: context.id.rawValue, in: root.id.rawValue, cause)
    }
  }

  func willHandle<Action>(_ action: Action, origin: String, in context: Context) {
    guard let recording, let root = context.root,
      let value = recording.json(of: action, in: context, root)
    else { return }
    let handled = RecordedChangeLog.HandledAction(
      name: Self.name(of: action),
      value: value,
      origin: origin,
      cause: Cause.current
    )
    recording.changeLog.withLock {
      $0.add(handled, of: context.id.rawValue, in: root.id.rawValue)
    }
  }

  /// The case of an enum, or the name of the type.
  private static func name<Action>(of action: Action) -> String {
    let mirror = Mirror(reflecting: action)
    // A mirror of its own may have the contents in the place of the case.
    guard mirror.displayStyle == .enum, !(action is any CustomReflectable) else {
      return String(describing: Action.self)
    }
    return mirror.children.first?.label ?? String(describing: action)
  }

  func taskDidEnd(_ task: ObservedTask, of context: Context, after duration: Duration) {
    guard let recording, let root = context.root else { return }
    let isCancelled = Task.isCancelled
    recording.changeLog.withLock {
      $0.end(
        task,
        of: context.id.rawValue,
        in: root.id.rawValue,
        after: duration,
        isCancelled: isCancelled
      )
    }
  }

  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite,
    receivers: [Context]
  ) {
    guard let recording, let root = sender.root,
      let value = recording.json(of: event, in: sender, root)
    else { return }
    let event = RecordedChangeLog.SentEvent(
      name: String(describing: Event.self),
      value: value,
      audience: "\(audience)",
      callSite: callSite,
      receivers: receivers.map(\.id.rawValue),
      cause: Cause.current
    )
    recording.changeLog.withLock { $0.add(event, of: sender.id.rawValue, in: root.id.rawValue) }
  }
}

extension Recording {
  /// Records a change; called on the delivering thread.
  ///
  /// - Returns: The change, if it is to be recorded at the end of its round.
  func add(_ change: borrowing Change, in root: Context) -> RecordedChangeLog.PropertyChange? {
    let rootID = root.id.rawValue
    let context = change.context
    let slot = context.layout.slots[change.slot]
    addState(of: root)
    if hides(change, in: rootID) { return nil }
    let contents = images.read(change.anyNewValue, of: change.slot, in: context)
    let children = contents.children
    // The list of a view may be the new one already: the journal knows the contexts that were there.
    let old =
      children == nil
      ? change.anyOldValue.map { images.read($0, of: change.slot, in: context).json } : nil
    let known = Set(
      ([context] + (children ?? [])).map(\.id.rawValue).filter { id in
        changeLog.withLock { $0.knows(id, in: rootID) }
      }
    )
    let isUnknown = !known.contains(context.id.rawValue)
    let joined = images.images(of: (isUnknown ? [context] : []) + (children ?? [])) { id in
      !known.contains(id) && !changeLog.withLock { $0.knows(id, in: rootID) }
    }
    let recorded = RecordedChangeLog.PropertyChange(
      id: context.id.rawValue,
      slot: change.slot,
      name: ImageReader.name(of: slot, in: context),
      value: contents.json,
      old: old,
      children: children?.map(\.id.rawValue),
      isList: contents.isList,
      hidden: contents.hidden,
      isOfKnown: !isUnknown,
      joined: joined,
      round: change.round,
      cause: change.cause
    )
    // The same round may move the context into a private property.
    if !slot.isStructural, limits.mayHidePlaces { return recorded }
    add(recorded, in: root)
    return nil
  }

  /// Adds a change behind the state of its tree.
  ///
  /// Other threads may begin a new part of the memory again and again, while this one reads the state that is due. A
  /// change that comes too late each time counts as dropped.
  func add(_ change: RecordedChangeLog.PropertyChange, in root: Context) {
    let id = root.id.rawValue
    for _ in 0..<8 {
      if changeLog.withLock({ $0.add(change, in: id) }) { return }
      addState(of: root)
    }
    changeLog.withLock { $0.drop() }
  }

  /// Whether a change is left out because its context belongs to a private property.
  private func hides(_ change: borrowing Change, in root: UInt64) -> Bool {
    let context = change.context
    let (id, owner) = (context.id.rawValue, context.attachmentOwner?.id.rawValue)
    let isHidden = changeLog.withLock { changeLog in
      changeLog.hides(id, attachedTo: owner, in: root)
        ? true : changeLog.knows(id, in: root) ? false : nil
    }
    guard isHidden ?? images.isPrivate(context) else { return false }
    var contexts: [Context] = []
    if context.layout.slots[change.slot].isStructural {
      (change.anyNewValue as? any ContextContainer)?.forEachContext { contexts.append($0) }
    }
    let below = ImageReader.all(below: contexts) + [id]
    changeLog.withLock { $0.hide(below, in: root) }
    return true
  }

  /// Records a state that lies outside of the slots of a root; called by one thread at a time.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - last: The JSON of the state before, which this replaces.
  ///   - cause: The cause of the change.
  ///   - root: The root.
  func add(
    _ state: any Sendable,
    after last: Locked<JSONValue?>,
    _ cause: Cause?,
    in root: Context
  ) {
    addState(of: root)
    let json = withoutTracking { images.read(state, ofExternalStateIn: root) }
    let former = last.withLock { last in
      defer { last = json }
      return last
    }
    if former == json, json != ImageReader.privateValue { return }
    let change = RecordedChangeLog.PropertyChange(
      id: root.id.rawValue,
      slot: root.layout.slots.count,
      name: ImageReader.externalName,
      value: json,
      old: former,
      children: nil,
      joined: [],
      round: changeLog.withLock { $0.nextExternalRound() },
      cause: cause
    )
    add(change, in: root)
  }

  /// Writes the state of a tree, if that is due.
  ///
  /// Another thread may record the tree meanwhile; it then writes the state itself.
  ///
  /// - Returns: What the nodes of the tree are in the state, the root first; `nil` if no state was due.
  @discardableResult
  func addState(of root: Context) -> [NodeImage]? {
    let id = root.id.rawValue
    guard let version = changeLog.withLock({ $0.versionForState(id) }) else { return nil }
    let images = images.images(of: [root]) { _ in true }
    changeLog.withLock { $0.addState(id, images, version: version) }
    return images
  }

  /// Begins a new part of the memory when one is full, with the state of every tree.
  func beginPartIfFull(_ root: Context) {
    if changeLog.withLock({ $0.beginPartIfFull() }) { addStates(of: root) }
  }

  /// Writes the states that are due, that of one tree first.
  func addStates(of root: Context) {
    addState(of: root)
    for other in changeLog.withLock({ $0.otherRoots(than: root.id.rawValue) }) {
      addState(of: other)
    }
  }
}

extension Recording {
  /// An event or an action, unless its type is private, or its context belongs to a private property.
  ///
  /// - Returns: `nil` if the tree is not recorded any more; then no user code runs.
  fileprivate func json<Value>(
    of value: Value,
    in context: Context,
    _ root: Context
  ) -> JSONValue? {
    let (id, owner) = (context.id.rawValue, context.attachmentOwner?.id.rawValue)
    let isHidden = changeLog.withLock {
      $0.recordedTree(root.id.rawValue)?.hides(id, attachedTo: owner)
    }
    guard let isHidden else { return nil }
    // The change that has moved it there may be delivered later.
    if isHidden || images.isPrivate(context) { return PrivateNames.mark }
    let hidden = images.values.limits.hidden
    if hidden.containsType(String(describing: Value.self)) { return PrivateNames.mark }
    return images.values.json(of: value)
  }
}
