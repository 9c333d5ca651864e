import Foundation
import StrataConcurrency

/// A stored value that a server has too: the latest change wins.
///
/// A change here is dated with the present time, or a millisecond after the value that it replaces if that is later.
/// Changes are stored locally at once, and sent to the server as soon as it answers. Until then they are tried again
/// after 1, 2, 4 … up to 64 seconds. ``sync()`` looks for changes on the server. It is called when the model is first
/// needed and after each change; the program calls it whenever there is a reason to look.
///
/// A change from inside a subscriber, or while another thread notifies the subscribers, is stored and shown by the thread
/// that notifies, which may be after the action has returned.
public final class NetworkSyncedPersistableSource<Value: Sendable>:
  SourceBase<Persistable<Value>>,
  // SAFETY: what changes is touched only in the order's jobs and, before the first of them, while
  // the initial model is made.
  @unchecked Sendable
{
  private let local: Upstream<Persistable<Versioned<Value>>>
  private let endpoint: SyncEndpoint<Value>
  private let time: SourceTime
  private let order: SourceOrder
  private let timer: SourceTimer
  private let scope = CancellationScope()
  private let setMethod = ActionMethod<Value>(named: "set") { owner, value in
    (owner as? NetworkSyncedPersistableSource)?.change(to: value)
  }
  private let clearMethod = ActionMethod<Void>(named: "clear") { owner, _ in
    (owner as? NetworkSyncedPersistableSource)?.change(to: nil)
  }

  private var isSyncing = false
  /// Whether there is a reason to look once more when the running sync has ended.
  private var isAskedAgain = false
  private var failures = 0

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - local: Stores the value, with its version, on this side.
  ///   - endpoint: The server.
  ///   - time: The time that dates versions and that timers wait on.
  public init(
    local: Source<Persistable<Versioned<Value>>>,
    endpoint: SyncEndpoint<Value>,
    time: SourceTime = .current
  ) {
    self.local = Upstream(local)
    self.endpoint = endpoint
    self.time = time
    order = SourceOrder()
    timer = SourceTimer(time.clock, order: order)
    super.init()
  }

  deinit { scope.close() }

  /// Looks for changes on the server, and sends it those made here.
  ///
  /// One look at a time: while one is under way, another one follows it.
  public func sync() {
    order.run { [weak self] in self?.begin() }
  }

  override func makeInitialModel() -> Persistable<Value> {
    make(local.begin(self, on: order) { $0.model = $0.make($1) })
  }

  override func didMakeInitialModel() {
    local.start()
    sync()
  }

  private func make(_ kept: Persistable<Versioned<Value>>) -> Persistable<Value> {
    let set = offer(setMethod)
    guard let found = kept.found, let value = found.value.value else {
      return .notFound(.init(error: kept.notFound?.error, set: set))
    }
    return .found(
      .init(value: value, isExpired: found.isExpired, set: set, clear: offer(clearMethod))
    )
  }

  private func change(to value: Value?) {
    order.run { [weak self] in
      guard let self else { return }
      self.local.source.model.set(Versioned(value: value, modified: self.dateOfChange()))
      self.begin()
    }
  }

  /// The date of a change here: the present one, but later than that of the value that it replaces.
  ///
  /// Two changes may come between two ticks of the clock, and the clock may be set back.
  private func dateOfChange() -> Date {
    let now = time.now()
    guard let former = local.source.model.found?.value.modified, former >= now else { return now }
    return former.addingTimeInterval(0.001)
  }

  private func begin() {
    timer.cancel()
    guard !isSyncing else {
      isAskedAgain = true
      return
    }
    isSyncing = true
    let endpoint = endpoint
    let mine = local.source.model.found?.value
    scope.task { [weak self] in
      do {
        let newer = try await Self.exchange(mine, endpoint)
        self?.end(taking: newer, mine)
      } catch {
        if !Task.isCancelled { self?.fail() }
      }
    }
  }

  /// Updates the older side with the value of the newer.
  ///
  /// - Returns: The server's value, if that is newer.
  private static func exchange(
    _ mine: Versioned<Value>?,
    _ endpoint: SyncEndpoint<Value>
  ) async throws -> Versioned<Value>? {
    let theirs = try await endpoint.get()
    guard let mine else { return theirs }
    if let theirs, theirs.modified > mine.modified { return theirs }
    if let theirs, theirs.modified == mine.modified { return nil }
    if mine.value == nil {
      if theirs?.value != nil { try await endpoint.delete(mine.modified) }
    } else if theirs == nil {
      try await endpoint.create(mine)
    } else {
      try await endpoint.update(mine)
    }
    return nil
  }

  private func end(taking newer: Versioned<Value>?, _ seen: Versioned<Value>?) {
    order.run { [weak self] in
      guard let self else { return }
      self.isSyncing = false
      self.failures = 0
      let current = self.local.source.model.found?.value
      // Not if the value was changed here meanwhile: then the next look decides.
      if let newer, current?.modified == seen?.modified { self.local.source.model.set(newer) }
      self.beginIfAsked()
    }
  }

  private func fail() {
    order.run { [weak self] in
      guard let self else { return }
      self.isSyncing = false
      self.failures += 1
      if self.isAskedAgain { return self.beginIfAsked() }
      self.timer.wait(Double(1 << min(self.failures - 1, 6))) { [weak self] in self?.begin() }
    }
  }

  private func beginIfAsked() {
    guard isAskedAgain else { return }
    isAskedAgain = false
    begin()
  }
}
