import StrataConcurrency

// SAFETY: what changes is touched only in the order's jobs and, before the first of them, while
// the initial model is made.
/// A fetched value that is kept: fetched only if what is kept is missing or too old.
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
  /// Whether what the persistence publishes is what it is being told.
  private var isWriting = false

  init(_ input: Source<Fetchable<Value>>, _ persisted: Source<Persistable<Value>>) {
    upstream = Upstream(input)
    self.persisted = Upstream(persisted)
    super.init()
  }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Fetchable<Value> {
    let kept = persisted.begin(self, on: order) { $0.receive($1) }
    guard let found = kept.found else { return follow() }
    if found.isExpired {
      // Fetched anew behind it; if that is done at once, well or not, the result is shown at once.
      let new = follow()
      if new.fetching == nil { return new }
    }
    return .fetched(.init(value: found.value, refresh: offer(refreshMethod)))
  }

  override func didMakeInitialModel() {
    persisted.start()
    // Nothing happens if it is not followed; a job may begin that now, so it is not asked here.
    upstream.start()
  }

  private func run(_ job: @escaping (PersistedFetchSource) -> Void) {
    order.run { job(self) }
  }

  /// Begins to follow the upstream.
  ///
  /// - Returns: What to show of it.
  private func follow() -> Fetchable<Value> {
    isFollowing = true
    let first = upstream.begin(self, on: order) { owner, input in
      if let next = owner.next(input, owner.snapshot().model()) { owner.model = next }
    }
    return next(first, .fetching(.init())) ?? .fetching(.init())
  }

  /// What to show when the upstream has changed; a fetched value is kept first.
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
      let version = persisted.source.base.actions.version
      isWriting = true
      persisted.source.model.set(fetched.value)
      // What it publishes about that stands in the order already, before this; and perhaps what
      // somebody else has set meanwhile, which counts.
      order.run {
        self.isWriting = false
        if self.persisted.source.base.actions.version > version + 1 {
          self.receive(self.persisted.source.model)
        }
      }
      return .fetched(.init(value: fetched.value, refresh: offer(refreshMethod)))
    }
  }

  private func receive(_ kept: Persistable<Value>) {
    guard !isWriting else { return }
    switch kept {
    case .notFound(let state):
      // Fetched again it would only drive something else out, and so on for ever.
      if !state.hasMadeRoom { fetch(showingProgress: true) }
    case .found(let found):
      model = .fetched(.init(value: found.value, refresh: offer(refreshMethod)))
      if found.isExpired { fetch() }
    }
  }

  private func fetch(showingProgress: Bool = false) {
    if showingProgress { model = .fetching(.init()) }
    guard isFollowing else {
      let new = follow()
      if case .fetching = new {
        if snapshot().model().fetched == nil { model = new }
      } else {
        model = new
        upstream.source.model.fetchAgain()
      }
      return upstream.start()
    }
    if snapshot().model().failure != nil { model = .fetching(.init()) }
    upstream.source.model.fetchAgain()
  }
}

extension Source {
  /// Makes a source of a fetched value that is kept elsewhere.
  ///
  /// What is kept and has not expired is there at once, and nothing is fetched. What is missing or
  /// has expired is fetched; an expired value stays while it is. If that fails, the failure is shown,
  /// and the value stays kept. What is fetched is kept. A refresh fetches in any case.
  ///
  /// What a cache has removed to make room, or has no room for, is still shown, and not fetched again
  /// until a refresh.
  ///
  /// - Parameter persisted: Keeps the value.
  /// - Returns: The source.
  public func persisted<Value>(
    using persisted: Source<Persistable<Value>>
  ) -> Source<Fetchable<Value>> where Model == Fetchable<Value> {
    PersistedFetchSource(self, persisted).eraseToSource()
  }
}
