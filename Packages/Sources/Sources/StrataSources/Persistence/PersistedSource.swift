import Foundation
import StrataConcurrency

// SAFETY: what changes is touched only in the order's jobs and, before the first of them, while
// the initial model is made.
/// A value that is stored somewhere, and expires.
final class PersistedSource<Value: Sendable>: SourceBase<Persistable<Value>>, @unchecked Sendable {
  private let backend: PersistenceBackend<Value>
  private let expireAfter: TimeInterval?
  private let time: SourceTime
  private let order: SourceOrder
  private let timer: SourceTimer
  private let setMethod = ActionMethod<Value>(named: "set") { owner, value in
    (owner as? PersistedSource)?.run { $0.keep(value) }
  }
  private let clearMethod = ActionMethod<Void>(named: "clear") { owner, _ in
    (owner as? PersistedSource)?.run { $0.forget() }
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

  override func makeInitialModel() -> Persistable<Value> {
    do throws(PersistenceError) {
      guard let kept = try backend.read() else { return notFound(nil) }
      return found(kept.value, kept.date)
    } catch {
      return notFound(error)
    }
  }

  /// Reads the stored value again, after something was removed to make room.
  func reload() {
    guard hasModel else { return }
    run { source in
      var model = source.makeInitialModel()
      if case .notFound(let state) = model, state.error == nil {
        model = .notFound(.init(set: state.set, hasMadeRoom: true))
      }
      source.model = model
    }
  }

  private func run(_ job: @escaping (PersistedSource) -> Void) {
    order.run { job(self) }
  }

  private func keep(_ value: Value) {
    let date = time.now()
    do throws(PersistenceError) {
      try backend.write(value, date)
      model = found(value, date)
    } catch {
      // An earlier stored value stays and is still shown; without one, the reason is shown.
      if snapshot().model().found == nil {
        model = notFound(error)
      } else {
        SourceDiagnostic.notKept(error).report()
      }
    }
  }

  private func forget() {
    do throws(PersistenceError) {
      try backend.remove()
      model = notFound(nil)
    } catch {
      SourceDiagnostic.notKept(error).report()
    }
  }

  private func notFound(_ error: PersistenceError?) -> Persistable<Value> {
    timer.cancel()
    return .notFound(.init(error: error, set: offer(setMethod)))
  }

  private func found(_ value: Value, _ date: Date) -> Persistable<Value> {
    var isExpired = false
    timer.cancel()
    if let expireAfter {
      let left = date.addingTimeInterval(expireAfter).timeIntervalSince(time.now())
      isExpired = left <= 0
      if !isExpired {
        timer.wait(left) { [weak self] in self?.expire(value) }
      }
    }
    return make(value, isExpired: isExpired)
  }

  private func make(_ value: Value, isExpired: Bool) -> Persistable<Value> {
    .found(
      .init(
        value: value,
        isExpired: isExpired,
        set: offer(setMethod),
        clear: offer(clearMethod)
      )
    )
  }

  private func expire(_ value: Value) {
    model = make(value, isExpired: true)
  }
}
