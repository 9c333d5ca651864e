import StrataConcurrency

// SAFETY: what changes is touched only in the order's jobs and, before the first of them, while
// the initial model is made.
/// A fetched value that is stored: fetched only if the stored value is missing or too old.
final class PersistedFetchSource<Value>: SourceBase<Fetchable<Value>>, @unchecked Sendable {
  private let upstream: Upstream<Fetchable<Value>>
  private let persisted: Upstream<Persistable<Value>>
  private let order = SourceOrder()
  private let refreshMethod = ActionMethod<Void>(named: "refresh") { owner, _ in
    (owner as? PersistedFetchSource)?.run { $0.fetch() }
  }
  private let retryMethod = ActionMethod<Void>(named: "retry") { owner, _ in
    (owner as? PersistedFetchSource)?.run { $0.fetch() }
  }

  /// Whether the upstream is followed, which begins the first fetch.
  private var isFollowing = false
  /// The persistence's version since the last value that this source has written.
  private var writtenVersion: UInt64 = 0

  init(_ input: Source<Fetchable<Value>>, _ persisted: Source<Persistable<Value>>) {
    upstream = Upstream(input)
    self.persisted = Upstream(persisted)
    super.init()
  }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Fetchable<Value> {
    let kept = persisted.begin(self, on: order) { (owner, kept, version: UInt64) in
      // Models up to the last write are older than the value that is shown, or are that value.
      if version > owner.writtenVersion { owner.receive(kept) }
    }
    guard let found = kept.found else { return follow() }
    if found.isExpired {
      // The value is fetched anew meanwhile. If the fetch ends at once, well or not, its result is shown at once.
      let new = follow()
      if new.fetching == nil { return new }
    }
    return .fetched(.init(value: found.value, refresh: offer(refreshMethod)))
  }

  override func didMakeInitialModel() {
    persisted.start()
    // Nothing happens if it is not followed. A job may begin to follow it now, so the question is asked there and not
    // here.
    upstream.start()
  }

  private func run(_ job: @escaping (PersistedFetchSource) -> Void) {
    order.run { job(self) }
  }

  /// Begins to follow the upstream.
  ///
  /// - Returns: The first model to show.
  private func follow() -> Fetchable<Value> {
    isFollowing = true
    let first = upstream.begin(self, on: order) { owner, input in
      if let next = owner.next(input, owner.snapshot().model()) { owner.model = next }
    }
    return next(first, .fetching(.init())) ?? .fetching(.init())
  }

  /// The model to show when the upstream has changed; a fetched value is stored first.
  private func next(
    _ input: Fetchable<Value>,
    _ current: Fetchable<Value>
  ) -> Fetchable<Value>? {
    switch input {
    case .fetching: return current.fetched == nil ? input : nil
    case .failure(let failure):
      return .failure(
        .init(
          error: failure.error,
          failedAttempts: failure.failedAttempts,
          retry: failure.retry == nil ? nil : offer(retryMethod)
        )
      )
    case .fetched(let fetched):
      let actions = persisted.source.base.actions
      let former = actions.version
      persisted.source.model.set(fetched.value)
      // With a greater version another caller has set a value as well, before this one or after it.
      if actions.version == former + 1 { writtenVersion = former + 1 }
      return .fetched(.init(value: fetched.value, refresh: offer(refreshMethod)))
    }
  }

  private func receive(_ kept: Persistable<Value>) {
    switch kept {
    case .notFound(let state):
      // Another fetch would only drive another value out, and so on without end.
      if !state.hasMadeRoom { fetch(showingProgress: true) }
    case .found(let found):
      model = .fetched(.init(value: found.value, refresh: offer(refreshMethod)))
      if found.isExpired { fetch() }
    }
  }

  private func fetch(showingProgress: Bool = false) {
    if showingProgress { model = .fetching(.init()) }
    guard isFollowing else { return beginFetching() }
    if snapshot().model().failure != nil { model = .fetching(.init()) }
    upstream.source.model.fetchAgain()
  }

  /// Begins to follow the upstream, and fetches unless following it has done so.
  private func beginFetching() {
    let roots = upstream.source.base.unusedRoots
    let new = follow()
    if case .fetching = new {
      if snapshot().model().fetched == nil { model = new }
    } else {
      model = new
      // The upstream may have been used before, and then its result is from before this request.
      let isNew = roots.map { $0.allSatisfy(\.hasChanged) } ?? false
      if !isNew { upstream.source.model.fetchAgain() }
    }
    upstream.start()
  }
}

extension Source {
  /// Makes a source of a fetched value that is stored elsewhere.
  ///
  /// A stored value that has not expired is shown at once, and nothing is fetched. A missing or expired value is
  /// fetched; an expired one stays meanwhile. If the fetch fails, the failure is shown, and the stored value stays
  /// stored. A fetched value is stored. A refresh fetches in any case.
  ///
  /// A cache may remove a value to make room, or have no room for it. Such a value is still shown, and fetched again
  /// only by a refresh.
  ///
  /// - Parameter persisted: Stores the value.
  /// - Returns: The source.
  public func persisted<Value>(
    using persisted: Source<Persistable<Value>>
  ) -> Source<Fetchable<Value>> where Model == Fetchable<Value> {
    PersistedFetchSource(self, persisted).eraseToSource()
  }
}
