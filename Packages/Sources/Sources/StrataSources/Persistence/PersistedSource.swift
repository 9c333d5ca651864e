import Foundation
import StrataConcurrency

/// A value that is stored somewhere, and expires.
///
/// A change is stored in a job of the order, and then shown by the thread that makes it, outside the order. So a thread
/// that notifies subscribers delays no other change. If another thread runs the order's jobs, the change is shown at
/// once and stored by that thread. In both cases the thread that has made a change reads it, or a later one.
///
/// The numbers of the changes decide what is shown and what is stored: the model of an earlier change never replaces
/// that of a later one, and changes are stored in the order of their numbers.
final class PersistedSource<Value: Sendable>:
  SourceBase<Persistable<Value>>,
  // SAFETY: `performed` is touched only in the order's jobs and, before the first of them, while the initial model is
  // made.
  @unchecked Sendable
{
  private let backend: PersistenceBackend<Value>
  /// Zero or more; `nil` or infinity for never.
  private let expireAfter: TimeInterval?
  private let time: SourceTime
  private let order: SourceOrder
  private let timer: SourceTimer
  private let changes = Locked(PersistedChanges<Value>(), rank: .leaf)
  /// The number of the last change that was stored or rejected.
  private var performed: UInt64 = 0
  private let setMethod = ActionMethod<Value>(named: "set") { owner, value in
    (owner as? PersistedSource)?.change(to: value)
  }
  private let clearMethod = ActionMethod<Void>(named: "clear") { owner, _ in
    (owner as? PersistedSource)?.change(to: nil)
  }

  init(_ backend: PersistenceBackend<Value>, expireAfter: TimeInterval?, _ time: SourceTime) {
    self.backend = backend
    self.expireAfter = expireAfter
    self.time = time
    order = SourceOrder()
    timer = SourceTimer(time.clock, order: order)
    super.init()
  }

  deinit { backend.close() }

  override func makeInitialModel() -> Persistable<Value> { read() }

  /// Reads the stored value again, after something was removed to make room.
  func reload() {
    guard hasModel else { return }
    order.run { [self] in
      var model = read()
      if case .notFound(let state) = model, state.error == nil {
        model = .notFound(.init(set: state.set, hasMadeRoom: true))
      }
      // A change that is shown and not stored yet is later than this.
      show(model, as: performed) { [performed] in $0 <= performed }
    }
  }

  private func change(to value: Value?) {
    let date = time.now()
    let change = changes.withLock { $0.append(value, date) }
    order.run { [self] in performNext() }
    show(model(of: change), as: change.number) { !change.isRejected && $0 < change.number }
  }

  private func model(of change: PersistedChange<Value>) -> Persistable<Value> {
    guard let value = change.value else { return notFound(nil) }
    return found(value, isExpired: expireAfter == 0)
  }

  /// Shows a model, if a condition of the number that is shown holds.
  ///
  /// - Returns: Whether it is shown.
  @discardableResult
  private func show(
    _ model: @autoclosure () -> Persistable<Value>,
    as number: UInt64,
    if isDue: (UInt64) -> Bool
  ) -> Bool {
    guard changes.withLock({ isDue($0.shown) }) else { return false }
    // The number changes with the model, in one step for all threads.
    return replaceModel(with: model()) { changes.withLock { $0.show(number, if: isDue) } }
  }
}

/// The jobs of the order.
extension PersistedSource {
  private func read() -> Persistable<Value> {
    timer.cancel()
    do throws(PersistenceError) {
      guard let kept = try backend.read() else { return notFound(nil) }
      return found(kept.value, isExpired: !awaitExpiry(of: kept.value, kept.date))
    } catch {
      return notFound(error)
    }
  }

  /// Stores the first of the changes that wait.
  private func performNext() {
    guard let change = changes.withLock({ $0.next() }) else { return }
    do throws(PersistenceError) {
      if let value = change.value {
        try backend.write(value, change.date)
      } else {
        try backend.remove()
      }
    } catch {
      return reject(change, error)
    }
    performed = change.number
    timer.cancel()
    // A value that expires at once is shown as expired already.
    if let value = change.value, expireAfter != 0, !awaitExpiry(of: value, change.date) {
      expire(value, performed)
    }
  }

  /// Goes on showing what is stored, and reports the error or shows it.
  private func reject(_ change: PersistedChange<Value>, _ error: PersistenceError) {
    let former = performed
    performed = change.number
    let shown = changes.withLock { $0.reject(change) }
    var next: Persistable<Value>?
    if shown == change.number {
      // It was shown before it was stored.
      next = read()
    } else if change.value != nil, shown == former, snapshot().model().found == nil {
      next = notFound(nil)
    }
    if let next {
      let model = next.found == nil ? notFound(error) : next
      let isShown = show(model, as: change.number) { $0 == shown }
      if isShown, model.found == nil { return }
    }
    SourceDiagnostic.notKept(error).report()
  }

  /// Waits for the expiry of a value that was stored at a date.
  ///
  /// - Returns: Whether it is still to come.
  private func awaitExpiry(of value: Value, _ date: Date) -> Bool {
    guard let expireAfter else { return true }
    let left = date.addingTimeInterval(expireAfter).timeIntervalSince(time.now())
    guard left > 0 else { return false }
    timer.wait(left) { [weak self, performed] in self?.expire(value, performed) }
    return true
  }

  /// Shows that the value of a change has expired, also if the change is not shown yet.
  private func expire(_ value: Value, _ number: UInt64) {
    show(found(value, isExpired: true), as: number) { $0 <= number }
  }
}

/// The models.
extension PersistedSource {
  private func notFound(_ error: PersistenceError?) -> Persistable<Value> {
    .notFound(.init(error: error, set: offer(setMethod)))
  }

  private func found(_ value: Value, isExpired: Bool) -> Persistable<Value> {
    .found(
      .init(
        value: value,
        isExpired: isExpired,
        set: offer(setMethod),
        clear: offer(clearMethod)
      )
    )
  }
}
