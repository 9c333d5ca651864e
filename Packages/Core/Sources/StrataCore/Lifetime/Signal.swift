import StrataConcurrency

/// Names a count that stands for a fact which no slot stores.
///
/// A read that depends on the fact reads the signal, and a change of the fact raises it. A signal is an attachment,
/// which exists only while an observer needs it.
package struct Signal: Sendable {
  let key: AttachmentKey<Int>

  /// Names a signal.
  package init(_ name: String) {
    key = AttachmentKey(name, in: .signals, makeInitial: { 0 }, isEqual: nil)
  }

  /// Names a signal of an inherited value, which is raised when the ancestors change.
  static func inherited(_ name: String) -> Signal {
    Signal(AttachmentKey(name, in: .inheritedSignals, makeInitial: { 0 }, isEqual: nil))
  }

  private init(_ key: AttachmentKey<Int>) {
    self.key = key
  }

  /// The parents of a context.
  static let parents = Signal("parents")
  /// The attached contexts of a context.
  static let hostedContexts = Signal("guests")
}

extension AttachmentFamily {
  fileprivate static let signals = AttachmentFamily("signal", isRecorded: false)
  static let inheritedSignals = AttachmentFamily("inherited", isRecorded: false)
}

extension Context {
  /// The attachment of a signal, if it has an observer; called with the lock held.
  func watchedSignal(_ id: ObjectIdentifier) -> Context? {
    guard let attachment = facets?.keyed[id], attachment.isObservedAttachment else { return nil }
    return attachment
  }

  /// Whether this attachment has an observer; called with the lock held.
  var isObservedAttachment: Bool { unsafe !headers[0].flags.isDisjoint(with: .heard) }
}

extension StructuralCommit {
  /// Records that a live context has other parents now; called with the lock held.
  mutating func noteParents(of context: Context) {
    guard context.tree.hasSignals else { return }
    if let signal = context.watchedSignal(Signal.parents.key.id) { bumped.append(signal) }
    context.forEachBelow { below in
      for (_, attachment) in below.facets?.keyed.entries ?? []
      where attachment.layout.attachment?.family == .inheritedSignals
        && attachment.isObservedAttachment
      {
        bumped.append(attachment)
      }
      return true
    }
  }

  /// Makes the change records of the raised signals; called with the lock held.
  mutating func takeSignals() -> [any PendingChange] {
    guard !bumped.isEmpty else { return [] }
    var known: Set<ObjectIdentifier> = []
    let signals = bumped.filter { known.insert(ObjectIdentifier($0)).inserted }
    bumped = []
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
  /// Visits this context and all its linked descendants once, attached contexts included; called with the lock held.
  ///
  /// - Parameter body: Returns whether to visit the descendants of a context.
  func forEachBelow(_ body: (Context) -> Bool) {
    var remaining = [self]
    var shared: Set<ObjectIdentifier> = []
    while let context = remaining.popLast() {
      if context.isReachedByManyWays {
        guard shared.insert(ObjectIdentifier(context)).inserted else { continue }
      }
      guard body(context) else { continue }
      if context.layout.hasStructure { remaining += context.linkedChildren }
      for (_, hosted) in context.facets?.keyed.entries ?? [] where hosted.layout.attachment == nil {
        remaining.append(hosted)
      }
    }
  }
}
