import StrataConcurrency

/// Names a count that contexts keep for those who watch something which is in no slot.
///
/// Whoever depends on that reads the signal; whoever changes it stirs the signal. A signal is a cell,
/// and there is one only where somebody watches.
package struct Signal: Sendable {
  let key: CellKey<Int>

  /// Names a signal.
  package init(_ name: String) {
    key = CellKey(name, in: .signals, makeInitial: { 0 }, isEqual: nil)
  }

  /// Names a signal of what is inherited from above, which is stirred when the way up changes.
  static func inherited(_ name: String) -> Signal {
    Signal(CellKey(name, in: .inheritedSignals, makeInitial: { 0 }, isEqual: nil))
  }

  private init(_ key: CellKey<Int>) {
    self.key = key
  }

  /// Who a context's parents are.
  static let parents = Signal("parents")
  /// Which guests a context has.
  static let guests = Signal("guests")
}

extension CellFamily {
  fileprivate static let signals = CellFamily("signal", isRecorded: false)
  static let inheritedSignals = CellFamily("inherited", isRecorded: false)
}

extension Context {
  /// Lets whoever tracks reads know of the next stir of a signal.
  func watch(_ signal: Signal) {
    guard TrackingScope.isAnyOpen || ObservationBridge.isAnyScopeOpen else { return }
    let cell = cell(for: signal.key)
    let lock = lock()
    if phase.isLive { tree.hasSignals = true }
    lock.unlock()
    _ = cell.readObserved(signal.key.slot)
  }

  /// Tells those who watch a signal of this context.
  func stir(_ signal: Signal) {
    existingCell(of: signal.key.layout)?.stirSelf()
  }

  /// Tells those who watch this signal.
  func stirSelf() {
    let slot = Slot<Int>(uncheckedIndex: 0)
    write(slot, withUntrackedReads { read(slot) } &+ 1, isEqual: nil)
  }

  /// The cell of a signal, if somebody watches it; called with the lock held.
  func watchedSignal(_ id: ObjectIdentifier) -> Context? {
    guard let cell = parts?.keyed[id], cell.isWatchedCell else { return nil }
    return cell
  }

  /// Whether somebody watches this cell; called with the lock held.
  var isWatchedCell: Bool { unsafe !headers[0].flags.isDisjoint(with: .heard) }
}

extension Settlement {
  /// Notes that a live context has another set of parents; called with the lock held.
  mutating func noteParents(of context: Context) {
    guard context.tree.hasSignals else { return }
    if let signal = context.watchedSignal(Signal.parents.key.id) { stirred.append(signal) }
    context.forEachBelow { below in
      for (_, cell) in below.parts?.keyed.entries ?? []
      where cell.layout.cell?.family == .inheritedSignals && cell.isWatchedCell {
        stirred.append(cell)
      }
      return true
    }
  }

  /// Makes the changes that tell of the stirred signals; called with the lock held.
  mutating func takeSignals() -> [any PendingChange] {
    guard !stirred.isEmpty else { return [] }
    var known: Set<ObjectIdentifier> = []
    let signals = stirred.filter { known.insert(ObjectIdentifier($0)).inserted }
    stirred = []
    return signals.map { signal in
      let slot = Slot<Int>(uncheckedIndex: 0)
      let count = unsafe signal.pointer(to: slot).pointee
      var next = count &+ 1
      signal.exchange(slot, with: &next)
      return ValueChange(context: signal, slot: 0, old: count, new: count &+ 1)
    }
  }
}

extension Context {
  /// Calls a closure with this context and all linked below it, guests too, each once; called with
  /// the lock held.
  ///
  /// - Parameter body: Says whether to go on below a context.
  func forEachBelow(_ body: (Context) -> Bool) {
    var remaining = [self]
    var shared: Set<ObjectIdentifier> = []
    while let context = remaining.popLast() {
      if context.isReachedByManyWays {
        guard shared.insert(ObjectIdentifier(context)).inserted else { continue }
      }
      guard body(context) else { continue }
      if context.layout.hasStructure { remaining += context.linkedChildren }
      for (_, guest) in context.parts?.keyed.entries ?? [] where guest.layout.cell == nil {
        remaining.append(guest)
      }
    }
  }
}
