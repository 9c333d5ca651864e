import StrataConcurrency
import StrataEvents

@testable @_spi(Strata) import StrataCore

/// A way in which a run makes the engine call code.
enum CallingWay: CaseIterable {
  case observedWrite, observedChangeInPlace, recordedWrite, transaction, touch
  case valueObserver, severalValueObservers, changeLog
  case activation, activationOfDescendant, replacement, lastHandler, endOfTree, identity
  case treeObserverOfAnchoring, treeObserverOfActivation, treeObserverOfEnd, treeObserverOfEvent
  case treeObserverOfRounds, treeObserverOfTask, treeObserverOfCancellation
  case treeObserverOfFollowing, treeObserverOfAction, treeObserverOfEvaluation
  case event, causedEvent, firstValue, firstValueWithoutTree, turn, turnWithoutTree

  /// What a run does, and what has to stay alive meanwhile.
  struct Scene: Sendable {
    let perform: @Sendable () -> Void
    let retained: [any Sendable]
  }

  /// Prepares a run that makes the engine call a closure.
  func makeScene(_ call: @escaping @Sendable () -> Void) -> Scene {
    let kid = Kid("kid")
    let anchor = withTreeObserver(CallingObserver(way: self, call: call)) { Anchor(kid.context) }
    let scene =
      observerScene(kid, call) ?? structuralScene(kid, call) ?? treeObserverScene(kid, call)
      ?? otherScene(kid, call)
    return Scene(perform: scene.perform, retained: scene.retained + [anchor])
  }

  private func observerScene(_ kid: Kid, _ call: @escaping @Sendable () -> Void) -> Scene? {
    let perform: @Sendable () -> Void
    switch self {
    case .observedWrite, .recordedWrite: perform = { kid.count += 1 }
    case .observedChangeInPlace: perform = { kid.list.append(1) }
    case .transaction: perform = { kid.context.transaction { kid.count += 1 } }
    case .touch: perform = { kid.context.touch(Item.count.index) }
    case .valueObserver, .severalValueObservers: return valueObserverScene(kid, call)
    case .changeLog:
      let changeLog = kid.context.openChangeLog(keepsValues: false) { _ in call() }
      return Scene(perform: { kid.count += 1 }, retained: [changeLog])
    default: return nil
    }
    let observations = [
      kid.context.observe(Item.count) { _ in call() },
      kid.context.observe(Item.list) { _ in call() },
    ]
    let recording = self == .recordedWrite ? kid.context.observeTree(Recorder()) : nil
    return Scene(perform: perform, retained: observations + [recording])
  }

  private func valueObserverScene(_ kid: Kid, _ call: @escaping @Sendable () -> Void) -> Scene {
    let values = (1...(self == .valueObserver ? 1 : 2)).map { factor in
      Derived(of: kid.context, at: .thisLine()) { kid.count * factor }
    }
    let observations = values.map { $0.observeResult(at: .thisLine()) { _ in call() } }
    return Scene(perform: { kid.count += 1 }, retained: observations)
  }

  private func structuralScene(_ kid: Kid, _ call: @escaping @Sendable () -> Void) -> Scene? {
    switch self {
    case .activation:
      return Scene(
        perform: { withExtendedLifetime(Anchor(Kid("new", layout: layout(call)).context)) {} },
        retained: []
      )
    case .activationOfDescendant:
      return Scene(
        perform: { kid.kids = [Kid("new", kids: [Kid("leaf", layout: layout(call))])] },
        retained: []
      )
    case .identity:
      kid.kids = [Kid("old", layout: layout(call))]
      return Scene(perform: { kid.kids = [Kid("new", layout: layout(call))] }, retained: [])
    case .replacement, .lastHandler:
      kid.only = Kid("old")
      kid.only?.context.work.onCancel(call)
      let isReplaced = self == .replacement
      return Scene(perform: { kid.only = isReplaced ? Kid("new") : nil }, retained: [])
    case .endOfTree:
      let other = Kid("other")
      let anchor = Locked<Anchor?>(Anchor(other.context), rank: .leaf)
      other.context.work.onCancel(call)
      return Scene(
        perform: { withExtendedLifetime(anchor.withLock { $0.take() }) {} },
        retained: []
      )
    default: return nil
    }
  }

  private func treeObserverScene(_ kid: Kid, _ call: @escaping @Sendable () -> Void) -> Scene? {
    let perform: @Sendable () -> Void
    switch self {
    case .treeObserverOfAnchoring, .treeObserverOfEnd:
      let observer = CallingObserver(way: self, call: call)
      perform = {
        withTreeObserver(observer) { withExtendedLifetime(Anchor(Kid("new").context)) {} }
      }
    case .treeObserverOfActivation: perform = { kid.only = Kid("new") }
    case .treeObserverOfEvent, .treeObserverOfRounds:
      let listener = EventListener<Context>.listener(to: Int.self) { _, _ in }
      kid.context.addListener(listener)
      let observation = kid.context.observe(Item.count) { _ in }
      let sends = self == .treeObserverOfEvent
      return Scene(
        perform: { if sends { kid.context.send(1, at: .thisLine()) } else { kid.count += 1 } },
        retained: [observation]
      )
    case .treeObserverOfTask:
      perform = { kid.context.beginObservedTask(nil, at: .thisLine())?.ended() }
    case .treeObserverOfCancellation:
      perform = { kid.context.beginObservedTask(nil, at: .thisLine())?.cancelled() }
    case .treeObserverOfFollowing:
      perform = { kid.context.noteFollowing(kid.context, isDerived: false) }
    case .treeObserverOfAction: perform = { kid.context.noteHandling(1, origin: "test") }
    case .treeObserverOfEvaluation:
      let value = Derived(of: kid.context, at: .thisLine()) { kid.count }
      perform = { _ = value.value }
    default: return nil
    }
    return Scene(perform: perform, retained: [])
  }

  private func otherScene(_ kid: Kid, _ call: @escaping @Sendable () -> Void) -> Scene {
    let perform: @Sendable () -> Void
    switch self {
    case .event, .causedEvent:
      kid.context.addListener(EventListener<Context>.listener(to: Int.self) { _, _ in call() })
      let isRecorded = self == .causedEvent
      perform = {
        if isRecorded { Cause.startRecording() }
        kid.context.send(1, at: .thisLine())
        if isRecorded { Cause.stopRecording() }
      }
    case .firstValue: perform = { kid.context.deliverFirstValue(call) }
    case .firstValueWithoutTree: perform = { Kid("free").context.deliverFirstValue(call) }
    case .turn: perform = { kid.context.callInTurn(call) }
    default: perform = { Kid("free").context.callInTurn(call) }
    }
    return Scene(perform: perform, retained: [])
  }

  private func layout(_ call: @escaping @Sendable () -> Void) -> Layout {
    Item.makeLayout("Calling", hooks: CallingHooks(way: self, call: call))
  }
}

/// Calls a closure at an activation, or when it is asked for an identity.
private struct CallingHooks: ContextHooks {
  let way: CallingWay
  let call: @Sendable () -> Void

  func activate(_ context: Context) { if way != .identity { call() } }

  func identity(of context: Context) -> AnyHashable? {
    if way == .identity { call() }
    return AnyHashable(1)
  }

  var keepsHandles: Bool { false }
}

/// Wants each round, so that a write is delivered with a record.
private final class Recorder: TreeObserver {
  var wantsRounds: Bool { true }
}

/// Calls a closure at one kind of notification.
private final class CallingObserver: TreeObserver {
  private let way: CallingWay
  private let call: @Sendable () -> Void

  init(way: CallingWay, call: @escaping @Sendable () -> Void) {
    self.way = way
    self.call = call
  }

  var wantsRounds: Bool { way == .treeObserverOfRounds }
  var wantsTasks: Bool { way == .treeObserverOfTask || way == .treeObserverOfCancellation }
  var wantsEvaluations: Bool { way == .treeObserverOfEvaluation }

  private func note(_ notified: CallingWay) { if notified == way { call() } }

  func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {
    note(.treeObserverOfAnchoring)
  }

  func treeWillEnd(_ root: Context) { note(.treeObserverOfEnd) }
  func didActivate(_ context: Context) { note(.treeObserverOfActivation) }
  func didDeliver(_ round: DeliveredRound) { note(.treeObserverOfRounds) }
  func taskDidBegin(_ task: ObservedTask, of context: Context) { note(.treeObserverOfTask) }

  func taskWasCancelled(_ task: ObservedTask, of context: Context) {
    note(.treeObserverOfCancellation)
  }

  func didEvaluate(_ evaluation: ObservedEvaluation, of owner: Context) {
    note(.treeObserverOfEvaluation)
  }

  func context(_ context: Context, didFollow source: Context, isDerived: Bool) {
    note(.treeObserverOfFollowing)
  }

  func willHandle<Action>(_ action: Action, origin: String, in context: Context) {
    note(.treeObserverOfAction)
  }

  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite,
    receivers: [Context]
  ) {
    note(.treeObserverOfEvent)
  }
}
