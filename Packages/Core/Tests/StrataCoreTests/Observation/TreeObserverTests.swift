@_spi(Strata) import StrataConcurrency
import StrataEvents
import Testing

@_spi(Strata) @testable import StrataCore

@Suite struct TreeObserverTests {
  @Test func isToldOfTheTreeThenOfLivesAndEvents() {
    let log = Log()
    let root = Kid.loud("root")
    root.kids = [.loud("child")]
    let anchor = withTreeObserver(Witness(log)) { Anchor(root.context) }
    #expect(log.take() == ["tree root", "active root", "active child"])
    root.kids.append(.loud("late"))
    #expect(log.take() == ["active late"])
    root.context.send("hello", at: .thisLine())
    #expect(log.take() == ["hello from root"])
    withExtendedLifetime(anchor) {}
  }

  @Test func isToldOfTheEndWhileTheTreeStillLives() {
    let log = Log()
    do {
      _ = withTreeObserver(Witness(log)) { Anchor(Kid.loud("root").context) }
    }
    #expect(log.all == ["tree root", "active root", "end root true"])
  }

  @Test func isNotToldOfTreesMadeOutside() {
    let log = Log()
    withTreeObserver(Witness(log)) {}
    let anchor = Anchor(Kid.loud("root").context)
    #expect(log.all == [])
    withExtendedLifetime(anchor) {}
  }

  @Test func readsAreListedOnceInOrderAndOutsideTreesToo() {
    let one = Kid("one").context
    let two = Kid("two").context
    let anchor = Anchor(two)
    let recording = ReadRecording()
    let sum = recording.record {
      one.read(Item.count) + two.read(Item.count) + one.read(Item.count)
    }
    #expect(sum == 0)
    #expect(
      recording.reads == [
        SlotRead(context: one, slot: Item.count.index),
        SlotRead(context: two, slot: Item.count.index),
      ]
    )
    #expect(two.observerSites == [])
    withExtendedLifetime(anchor) {}
  }

  @Test func changesGiveTheirValuesWhateverTheirType() {
    let root = Kid("root").context
    let anchor = Anchor(root)
    let log = Log()
    let recording = root.recordChanges(at: .thisLine()) { change in
      log.add("\(change.anyOldValue as? Int ?? -1) \(change.anyNewValue as? Int ?? -1)")
    }
    root.write(Item.count, 7)
    #expect(log.all == ["0 7"])
    recording.cancel()
    withExtendedLifetime(anchor) {}
  }

  @Test func onlyTheWantedChildrenAreListed() {
    let (a, b) = (Kid("a"), Kid("b"))
    let root = Kid("root", kids: [a, b])
    let anchor = Anchor(root.context)
    let children = root.context.trackedChildren { $0 === b.context }
    #expect(children.map { ObjectIdentifier($0.context) } == [ObjectIdentifier(b.context)])
    withExtendedLifetime(anchor) {}
  }

  @Test func childrenAreListedInTheOrderOfTheirContainer() {
    let root = Kid("root")
    let (a, b) = (Kid("a"), Kid("b"))
    root.kids = [a, b]
    let anchor = Anchor(root.context)
    root.kids = [b, a]
    root.only = a
    #expect(root.context.children.map { Kid(context: $0.context).name } == ["b", "a", "a"])
    #expect(root.context.children.map(\.position) == [0, 1, 0])
    #expect(root.context.children.map(\.slot) == [5, 5, 6])
    withExtendedLifetime(anchor) {}
  }

  @Test func tasksRunOnTheExecutorOfTheTree() async {
    let simulation = StandingSimulation(seed: 1)
    let log = Log()
    let root = Kid.loud("root")
    let anchor = withTreeObserver(Witness(log, simulation.executor)) { Anchor(root.context) }
    root.context.work.task(name: "load") {
      // SAFETY: the simulation retains the executor, and the references are compared alone.
      let isOnExecutor = unsafe withUnsafeCurrentTask { task in
        unsafe task?.unownedTaskExecutor == simulation.executor.asUnownedTaskExecutor()
      }
      log.add(isOnExecutor ? "ran" : "ran elsewhere")
    }
    #expect(root.context.runningTasks.map(\.name) == ["load"])
    #expect(!log.all.contains("ran"))
    await simulation.drive()
    #expect(log.all.contains("ran"))
    #expect(root.context.runningTasks.isEmpty)
    simulation.finishNow()
    withExtendedLifetime(anchor) {}
  }
}

/// What owners of contexts say about them.
@Suite struct FollowingContextTests {
  private final class Clock: TreeObserver {
    let log = Log()
    var wantsRounds: Bool { true }

    func didDeliver(_ write: borrowing DeliveredWrite) {
      log.add("\(write.isUnobserved) \(write.duration > .zero) \(write.waitingCount)")
    }
  }

  @Test func aWriteWithoutObserversHasTakenNoTime() {
    let root = Kid("root")
    let observer = Clock()
    let anchor = withTreeObserver(observer) { Anchor(root.context) }
    root.count = 1
    let observation = root.context.observe(Item.count) { _ in }
    root.count = 2
    observation.cancel()
    root.count = 3
    #expect(observer.log.all == ["true false 0", "false true 0", "true false 0"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aWriteSaysHowManyRoundsWaitForIt() {
    let root = Kid("root")
    let observer = Clock()
    let anchor = withTreeObserver(observer) { Anchor(root.context) }
    // A transaction is a round, which waits until this one has been delivered.
    let observations = [
      root.context.observe(Item.count) { _ in root.context.transaction { root.name = "stem" } },
      root.context.observe(Item.name) { _ in },
    ]
    root.count = 1
    #expect(observer.log.all.first == "false true 1")
    withExtendedLifetime((anchor, observations)) {}
  }

  private final class Rounds: TreeObserver {
    let rounds = Locked<[DeliveredRound]>([], rank: .leaf)
    var wantsRounds: Bool { true }

    func didDeliver(_ round: DeliveredRound) { rounds.withLock { $0.append(round) } }
  }

  /// A derived value is a property of its own.
  @Test func aRoundListsTheValuesThatDiffer() {
    let root = Kid("root", count: 1)
    let observer = Rounds()
    let anchor = withTreeObserver(observer) { Anchor(root.context) }
    let parity = Derived(of: root.context, at: .thisLine()) { root.count % 2 }
    let double = Derived(of: root.context, at: .thisLine()) { root.count * 2 }
    let observations = [parity, double].map { $0.observe(at: .thisLine()) { _ in } }
    root.context.transaction {
      root.count = 3
      root.name = "stem"
    }
    let round = observer.rounds.withLock { $0.last }
    let node = double.knownNode?.context
    let found = round?.changes.filter { $0.context !== root.context }
    #expect(found?.map { $0.context === node } == [true])
    #expect(round?.notificationCount == 1)
    withExtendedLifetime((anchor, observations)) {}
  }

  /// Wants rounds and tasks, or nothing.
  private final class Wishing: TreeObserver {
    let log = Log()
    let isWishing: Bool
    var wantsRounds: Bool { isWishing }
    var wantsTasks: Bool { isWishing }

    init(_ isWishing: Bool) { self.isWishing = isWishing }

    func didActivate(_ context: Context) { log.add(Kid(context: context).name) }
    func didDeliver(_ write: borrowing DeliveredWrite) { log.add("write") }
  }

  @Test(arguments: [true, false])
  func anObserverThatIsRemovedTakesItsOwnWishesAlong(isFirstWishing: Bool) {
    let root = Kid("root")
    let anchor = Anchor(root.context)
    let (wishing, other) = (Wishing(true), Wishing(false))
    let tree = root.context.tree
    let order = isFirstWishing ? [wishing, other] : [other, wishing]
    let subscriptions = order.map { root.context.observeTree($0) }
    subscriptions[isFirstWishing ? 1 : 0].cancel()
    root.kids = [Kid("child")]
    root.count = 1
    #expect(wishing.log.all == ["child", "write"])
    #expect(other.log.all == [])
    #expect(tree.roundWishes == 1)
    #expect(tree.taskWishes == 1)
    for subscription in subscriptions { subscription.cancel() }
    root.kids = [Kid("late")]
    root.count = 2
    #expect(wishing.log.all == ["child", "write"])
    #expect(tree.roundWishes == 0)
    #expect(tree.taskWishes == 0)
    #expect(tree.lock.flagWord & (TreeFlags.observers | TreeFlags.changeListeners) == 0)
    withExtendedLifetime(anchor) {}
  }

  private final class WorkObserver: TreeObserver {
    let wantsActivationWork: Bool
    init(wantsActivationWork: Bool) { self.wantsActivationWork = wantsActivationWork }
  }

  @Test(arguments: [false, true])
  func tasksKnowTheirActivationWhereAnObserverWantsIt(isWanted: Bool) {
    let root = Kid("root")
    let anchor = Anchor(root.context)
    let subscription = root.context.observeTree(WorkObserver(wantsActivationWork: isWanted))
    let onActivate: @Sendable (Kid) -> Void = { kid in
      kid.context.work.task { try? await Task.sleep(for: .seconds(1_000)) }
    }
    let kid = Kid.loud("kid")
    Hooked.$onActivate.withValue(onActivate) { root.kids = [kid] }
    #expect(kid.context.runningTasks.map(\.isOfActivation) == [isWanted])
    withExtendedLifetime((anchor, subscription)) {}
  }

  /// Counts evaluations.
  private final class Evaluations: TreeObserver {
    let log = Log()
    var wantsEvaluations: Bool { true }

    func didEvaluate(_ evaluation: ObservedEvaluation, of context: Context) {
      log.add("\(Kid(context: context).name) \(evaluation.isChanged.map(String.init) ?? "unknown")")
    }
  }

  @Test func evaluationsForOwnTransactionsOfAnotherTreeCountAsWell() {
    let (near, far) = (Kid("near"), Kid("far"))
    let observer = Evaluations()
    let anchors = [withTreeObserver(observer) { Anchor(near.context) }, Anchor(far.context)]
    let value = Derived(of: near.context, at: .thisLine()) { far.count }
    far.context.transaction {
      far.count = 1
      #expect(value.value == 1)
      #expect(observer.log.take() == ["near unknown"])
    }
    #expect(value.value == 1)
    #expect(observer.log.take() == ["near true"])
    withExtendedLifetime(anchors) {}
  }

  /// The transaction has computed the dirty value for itself alone.
  @Test func whatAnObserverOfEvaluationsReadsIsNoSource() {
    let kid = Kid("kid", count: 1)
    let observer = Evaluations()
    let anchor = withTreeObserver(observer) { Anchor(kid.context) }
    let double = Derived(of: kid.context, at: .thisLine()) { kid.count * 2 }
    let tracker = Tracker { observer.log.add("stale") }
    #expect(tracker.track { double.value } == 2)
    #expect(observer.log.take() == ["kid true"])
    kid.name = "other"
    #expect(double.value == 2)
    #expect(observer.log.take() == [])
    withExtendedLifetime(anchor) {}
  }

  @Test func soDoEvaluationsBesideATransactionOfAnotherThread() {
    let kid = Kid("kid")
    let observer = Evaluations()
    let anchor = withTreeObserver(observer) { Anchor(kid.context) }
    let value = Derived(of: kid.context, at: .thisLine()) { kid.count }
    #expect(value.value == 0)
    kid.count = 1
    let other = OpenTransaction(of: kid.context) {
      kid.count = 2
      #expect(value.value == 2)
    }
    #expect(observer.log.take() == ["kid true", "kid true"])
    #expect(value.value == 1)
    #expect(observer.log.take() == ["kid unknown"])
    other.end()
    withExtendedLifetime(anchor) {}
  }

  @Test func anObserverThatBeginsDuringAnEvaluationIsToldOfIt() {
    let root = Kid("root")
    let anchor = Anchor(root.context)
    let observer = Evaluations()
    let subscriptions = Locked<[Subscription]>([], rank: .leaf)
    let value = Derived(of: root.context, at: .thisLine()) { () -> Int in
      let subscription = root.context.observeTree(observer)
      subscriptions.withLock { $0.append(subscription) }
      return root.count
    }
    #expect(value.value == 0)
    #expect(observer.log.take() == ["root true"])
    for subscription in subscriptions.withLock({ $0 }) { subscription.cancel() }
    withExtendedLifetime(anchor) {}
  }

  private final class Follower: TreeObserver {
    let log = Log()

    func context(_ context: Context, didFollow source: Context, isDerived: Bool) {
      log.add("\(Kid(context: context).name) \(Kid(context: source).name) \(isDerived)")
    }
  }

  @Test func observersLearnWhichContextFollowsWhich() {
    let (leader, follower) = (Kid("leader"), Kid("follower"))
    let root = Kid("root", kids: [leader, follower])
    let observer = Follower()
    let anchor = withTreeObserver(observer) { Anchor(root.context) }
    follower.context.noteFollowing(leader.context, isDerived: false)
    follower.context.noteFollowing(root.context, isDerived: true)
    #expect(observer.log.all == ["follower leader false", "follower root true"])
    withExtendedLifetime(anchor) {}
  }
}

/// Logs its notifications.
private final class Witness: TreeObserver {
  private let log: Log
  private let executor: SimulatedExecutor?

  init(_ log: Log, _ executor: SimulatedExecutor? = nil) {
    self.log = log
    self.executor = executor
  }

  func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {
    log.add("tree \(Kid(context: root).name)")
    if let executor { root.setTaskExecutor(executor) }
  }

  func treeWillEnd(_ root: Context) {
    log.add("end \(Kid(context: root).name) \(root.isLive)")
  }

  func didActivate(_ context: Context) { log.add("active \(Kid(context: context).name)") }

  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  ) {
    log.add("\(event) from \(Kid(context: sender).name)")
  }
}
