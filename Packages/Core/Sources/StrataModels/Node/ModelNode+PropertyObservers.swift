import StrataConcurrency
import StrataCore

extension ModelNode {
  /// Writes a property that has `willSet` or `didSet`, which `@Model` calls by this.
  ///
  /// Both run once for each write, on the writing thread, outside all locks, as they do in a struct:
  /// `willSet` while the property still has its old value, `didSet` when it has the new one. What
  /// they assign to the property itself does not call them again.
  ///
  /// - Parameters:
  ///   - slot: The property's place in the layout.
  ///   - value: The new value.
  ///   - store: Writes the property; called with a value that is not observed.
  ///   - willSet: Called before with the new value.
  ///   - didSet: Called after with the old value.
  public func write<Value>(
    _ slot: Int,
    _ value: Value,
    by store: (Value) -> Void,
    willSet: (Value) -> Void = { _ in },
    didSet: (Value) -> Void = { _ in }
  ) {
    let run = ObservedWrite(slot: slot, context: ObjectIdentifier(context), thread: .current)
    guard ObservedWrite.running.withLock({ $0.insert(run).inserted }) else { return store(value) }
    defer { _ = ObservedWrite.running.withLock { $0.remove(run) } }
    let old: Value = withUntrackedReads { context.read(Slot(uncheckedIndex: slot)) }
    willSet(value)
    store(value)
    didSet(old)
  }
}

/// A write whose observers are running.
private struct ObservedWrite: Hashable, Sendable {
  let slot: Int
  let context: ObjectIdentifier
  let thread: ThreadIdentity

  static let running = Locked<Set<ObservedWrite>>([], rank: .leaf)
}
