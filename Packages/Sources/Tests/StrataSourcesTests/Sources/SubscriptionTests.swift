import StrataConcurrency
import StrataCore
import Testing

@testable import StrataSources

@Suite struct SubscriptionTests {
  final class Listener: Sendable {
    let names = Locked<[String]>([], rank: .leaf)
    func handle(_ value: Int) { names.withLock { $0.append("handle \(value)") } }
    func also(_ value: Int) { names.withLock { $0.append("also \(value)") } }
    func tick() { names.withLock { $0.append("tick") } }
    var all: [String] { names.withLock { $0 } }
  }

  @Test func whatWaitsOnAnExecutorIsNotToldAfterUnsubscribing() {
    final class Held: DeliveryExecutor {
      let jobs = Locked<[@Sendable () -> Void]>([], rank: .leaf)
      func deliver(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }
      func runAll() {
        let waiting = jobs.withLock { jobs in
          defer { jobs = [] }
          return jobs
        }
        for job in waiting { job() }
      }
    }
    let held = Held()
    let number = Plain(1)
    let recorder = Recorder<Int>()
    let source = number.eraseToSource()
    source.subscribe(recorder, method: Recorder.take, on: held)
    held.runAll()
    number.model = 2
    source.unsubscribe(recorder)
    held.runAll()
    #expect(recorder.models == [1])
    source.subscribe(recorder, method: Recorder.take, on: held)
    number.model = 3
    held.runAll()
    #expect(recorder.models == [1, 2, 3])
  }

  @Test func currentModelComesFirstThenEachUpdate() {
    let plain = Plain(1)
    let listener = Listener()
    plain.eraseToSource().subscribe(listener, method: Listener.handle)
    #expect(listener.all == ["handle 1"])
    plain.model = 2
    #expect(listener.all == ["handle 1", "handle 2"])
  }

  @Test func shortFormSubscribesToo() {
    let listener = Listener()
    let plain = Plain(1)
    plain.eraseToSource().subscribe(listener, Listener.handle)
    #expect(listener.all == ["handle 1"])
  }

  @Test func methodCanBeNamedBySelfAlsoInASubclass() {
    class Base {
      var values: [Int] = []
      func follow(_ source: Source<Int>) { source.subscribe(self, method: Self.take) }
      func take(_ value: Int) { values.append(value) }
    }
    final class Derived: Base {
      override func take(_ value: Int) { values.append(-value) }
    }
    let source = Source(model: 3)
    let (base, derived) = (Base(), Derived())
    base.follow(source)
    derived.follow(source)
    #expect(base.values == [3])
    #expect(derived.values == [-3])
  }

  @Test func methodOfAnotherClassIsReported() {
    let messages = Recorder<String>()
    let listener = Listener()
    let take: @Sendable (Report) -> Void = { messages.take($0.message) }
    ReportSink.withHandler(take) {
      _ = Source(model: 3).subscribe(listener, method: Recorder<Int>.take)
    }
    #expect(messages.models.count == 1)
    #expect(messages.models.first?.contains("Name a method of the subscriber's own class.") == true)
  }

  @Test func subscriberIsNotKeptAliveAndItsSubscriptionEnds() {
    let plain = Plain(0)
    weak var gone: Listener?
    do {
      let listener = Listener()
      gone = listener
      plain.eraseToSource().subscribe(listener, method: Listener.handle)
    }
    #expect(gone == nil)
    plain.model = 1
    for _ in 0..<100 {
      plain.eraseToSource().subscribe(Listener(), method: Listener.handle)
    }
    #expect(plain.eraseToSource().subscriptionCount < 50)
  }

  @Test func subscribersThatHaveGoneAreLookedForWhenThereAreMoreThanEight() {
    let source = Plain(0).eraseToSource()
    func subscribe() { source.subscribe(Recorder<Int>(), method: Recorder.take) }
    for _ in 0..<8 { subscribe() }
    #expect(source.subscriptionCount == 8)
    subscribe()
    // The last one was still there.
    #expect(source.subscriptionCount == 1)
  }

  @Test func secondMethodOfOneSubscriberIsCalledToo() {
    let plain = Plain(0)
    let listener = Listener()
    let source = plain.eraseToSource()
    source.subscribe(listener, method: Listener.handle, sendInitialModel: false)
    source.subscribe(listener, method: Listener.also, sendInitialModel: false)
    plain.model = 1
    #expect(listener.all == ["handle 1", "also 1"])
  }

  @Test func objectAtAReusedAddressSubscribesAfresh() {
    let plain = Plain(0)
    var last: [String] = []
    for round in 1...50 {
      let listener = Listener()
      plain.eraseToSource().subscribe(listener, method: Listener.handle, sendInitialModel: false)
      plain.model = round
      last = listener.all
      #expect(last == ["handle \(round)"])
    }
  }

  @Test func initialModelCanBeLeftOutAndTheChainStartsAllTheSame() {
    let plain = Plain(1)
    let listener = Listener()
    let chain = plain.eraseToSource().map { $0 * 10 }.filtered { $0 != 30 }
    chain.subscribe(listener, method: Listener.handle, sendInitialModel: false)
    plain.model = 2
    plain.model = 3
    plain.model = 4
    #expect(listener.all == ["handle 20", "handle 40"])
  }

  @Test func methodsWithoutParameterAndUnwrappedOptionals() {
    let plain = Plain<Int?>(nil)
    let listener = Listener()
    plain.eraseToSource()
      .subscribe(listener, method: Listener.tick)
      .subscribe(listener, method: Listener.handle)
    plain.model = 3
    plain.model = nil
    #expect(listener.all == ["tick", "tick", "handle 3", "tick"])
    plain.model = 4
    let later = Listener()
    plain.eraseToSource().subscribe(later, method: Listener.handle)
    #expect(later.all == ["handle 4"])
  }

  @Test func unsubscribeEndsAllOfASubscriber() {
    let plain = Plain(0)
    let (a, b) = (Listener(), Listener())
    let source = plain.eraseToSource()
    for listener in [a, b] {
      source.subscribe(listener, method: Listener.handle, sendInitialModel: false)
    }
    source.unsubscribe(a)
    plain.model = 1
    #expect(a.all.isEmpty)
    #expect(b.all == ["handle 1"])
  }

  @Test func executorDecidesWhereTheMethodIsCalled() async throws {
    let run = try await withSimulation(seed: 3) { _ in
      let plain = Plain(1)
      let listener = Listener()
      plain.eraseToSource().subscribe(
        listener,
        method: Listener.handle,
        on: SerialDelivery(label: "test")
      )
      plain.model = 2
      let before = listener.all
      try await Task.sleep(for: .zero)
      return (before, listener, plain)
    }
    #expect(run.value.0 == [])
    #expect(run.value.1.all == ["handle 1", "handle 2"])
  }

  @Test func eachSubscriberGetsEveryUpdateOnceWhileOthersPublish() async {
    let plain = Plain(0)
    _ = plain.model
    let changeListeners = Locked<[Recorder<Int>]>([], rank: .leaf)
    await onThreads(4) { index in
      if index < 2 {
        for _ in 0..<500 { plain.model += 1 }
      } else {
        for _ in 0..<20 {
          let recorder = Recorder(plain.eraseToSource())
          changeListeners.withLock { $0.append(recorder) }
        }
      }
    }
    for recorder in changeListeners.withLock({ $0 }) {
      let models = recorder.models
      let first = models.first ?? 0
      #expect(models == Array(first...1_000))
    }
  }

  @Test func whatIsPublishedWhileASubscriptionBeginsIsToldOnce() {
    func stored(_ version: Int) -> StoredModel<Int> {
      StoredModel(version, version: UInt64(version))
    }
    let listener = Listener()
    let reference = SubscriberReference(listener)
    let subscription = SourceSubscription<Int>(
      ObjectIdentifier(listener),
      isAlive: { reference.object != nil },
      notify: { reference.notify($0) { $0.handle($1) } }
    )
    func receive(_ version: Int) {
      // SAFETY: used inside the closure alone.
      unsafe withUnsafePointer(to: stored(version)) {
        unsafe subscription.receive($0, subscription.notify)
      }
    }
    let plain = Plain(0)
    let observation = plain.context.observe(plain.slot) { _ in }
    // The first has been published before the look at the model, which is the second already.
    receive(1)
    receive(2)
    subscription.begin(after: 2, observation)
    subscription.deliverFirst(2)
    receive(2)
    receive(3)
    receive(3)
    #expect(!subscription.start(limit: 1))
    receive(4)
    receive(4)
    #expect(listener.all == ["handle 2", "handle 3", "handle 4"])
  }

  @Test func aSubscriptionWhoseSubscriberGoesWhileItBeginsIsNotBegunAgain() {
    let plain = Plain(0)
    let models = Recorder<Int>()
    let subscription = SourceSubscription<Int>(
      ObjectIdentifier(plain),
      isAlive: { true },
      notify: { model in
        models.take(model)
        return model < 2
      }
    )
    #expect(plain.model == 0)
    _ = plain.join(subscription)
    for model in 1...3 { plain.model = model }
    #expect(!subscription.start(limit: .max))
    #expect(!subscription.start(limit: .max))
    plain.model = 4
    #expect(models.models == [1, 2])
  }

  @Test func aSubscriptionThatIsEndedWhileItBeginsDeliversNoMore() {
    let plain = Plain(0)
    let models = Recorder<Int>()
    let own = Locked<SourceSubscription<Int>?>(nil, rank: .leaf)
    let subscription = SourceSubscription<Int>(
      ObjectIdentifier(plain),
      isAlive: { true },
      notify: { model in
        models.take(model)
        if model == 2 { own.withLock { $0.take() }?.unsubscribe() }
        return true
      }
    )
    own.withLock { $0 = subscription }
    #expect(plain.model == 0)
    _ = plain.join(subscription)
    for model in 1...3 { plain.model = model }
    #expect(!subscription.start(limit: .max))
    plain.model = 4
    #expect(models.models == [1, 2])
    #expect(!subscription.isUseful)
  }

  @Test func aSubscriberThatUnsubscribesWhileItBeginsReceivesNoMore() {
    let plain = Plain(0)
    let source = plain.eraseToSource()
    let models = Recorder<Int>()
    let subscriber = Reactor { model, subscriber in
      models.take(model)
      if model == 0 { for next in 1...3 { plain.model = next } }
      if model == 2 { source.unsubscribe(subscriber) }
    }
    source.subscribe(subscriber, method: Reactor.take)
    plain.model = 4
    #expect(models.models == [0, 1, 2])
    #expect(source.subscriptionCount == 0)
  }

  /// Runs a closure with each model, and with itself.
  private final class Reactor: Sendable {
    private let body: @Sendable (Int, Reactor) -> Void
    init(_ body: @escaping @Sendable (Int, Reactor) -> Void) { self.body = body }
    func take(_ model: Int) { body(model, self) }
  }

  @Test func whatASourcePublishesAfterItsFollowerHasStoppedIsNotReceived() {
    let (plain, follower) = (Plain(1), Plain(0))
    let upstream = Upstream(plain.eraseToSource())
    let first = upstream.begin(follower) { $0.model = $1 }
    upstream.start()
    #expect(first == 1)
    plain.model = 2
    #expect(follower.model == 2)
    upstream.stop()
    plain.model = 3
    #expect(follower.model == 2)
  }

  @Test func twoSourcesThatFollowOneAnotherOnTwoThreadsDoNotDeadlock() async {
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Twin: SourceOf<Int>, @unchecked Sendable {
      let initialModel = 0
      @Threadsafe var other: Source<Int>?
      func follow(_ other: Source<Int>) {
        self.other = other
        other.subscribe(self, method: Twin.raise)
      }
      func raise(_ value: Int) { if value > model { model = value } }
    }
    let (a, b) = (Twin(), Twin())
    a.follow(b.eraseToSource())
    b.follow(a.eraseToSource())
    await onThreads(2) { index in
      for value in 1...1_000 { (index == 0 ? a : b).raise(value) }
    }
    #expect(max(a.model, b.model) == 1_000)
    a.other = nil
    b.other = nil
  }
}
