import StrataCore

/// Brings what was decoded into models that live.
///
/// A decoded model may be in several places, and match a living one in any of them. So all are matched before the
/// first value is written. Iterative: a tree may be deeper than a thread's stack.
struct Merge {
  let reading: SavedStateReading
  /// The living models that decoded ones become.
  private var matches: [ObjectIdentifier: Context] = [:]
  /// The living models that a decoded one becomes; another decoded one cannot become the same.
  private var taken: Set<ObjectIdentifier> = []
  /// The decoded models with the living ones that they become, parents first.
  private var pairs: [(saved: Context, live: Context)] = []

  init(reading: SavedStateReading) { self.reading = reading }

  /// Gives a live context, and those below it that stay, the values of a decoded one.
  mutating func merge(_ saved: Context, into live: Context) {
    note(saved, becoming: live)
    var next = 0
    while next < pairs.count {
      matchChildren(of: pairs[next])
      next += 1
    }
    replaceMatched(below: saved)
    for (saved, live) in pairs {
      for slot in reading.slots(of: saved).sorted() {
        guard let value = saved.anyValue(at: slot) else { continue }
        if let container = value as? any ContextContainer {
          live.assignExactly(slot, container)
        } else {
          live.assign(slot, value)
        }
      }
    }
  }

  private mutating func note(_ saved: Context, becoming live: Context) {
    guard matches[ObjectIdentifier(saved)] == nil, taken.insert(ObjectIdentifier(live)).inserted
    else { return }
    matches[ObjectIdentifier(saved)] = live
    pairs.append((saved, live))
  }

  /// Finds the living models that match the decoded ones in the slots of a decoded model, which stay the transaction's
  /// own.
  private mutating func matchChildren(of pair: (saved: Context, live: Context)) {
    for slot in reading.slots(of: pair.saved).sorted() {
      guard let saved = pair.saved.anyValue(at: slot) as? any ContextContainer else { continue }
      // Another thread might replace the models after they were matched.
      pair.live.acquire(slot)
      guard
        let present = pair.live.anyValue(at: slot) as? any ContextContainer
      else { continue }
      for (decoded, living) in Self.pair(saved, with: present) { note(decoded, becoming: living) }
    }
  }

  /// Puts the living models in the place of the decoded ones that become them, also below models that are new.
  private func replaceMatched(below root: Context) {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    var waiting = [root]
    while let context = waiting.popLast() {
      for slot in context.layout.structuralSlots {
        guard var container = context.anyValue(at: slot) as? any ContextContainer else { continue }
        var isAnyMatched = false
        container.forEachContext { decoded in
          isAnyMatched = isAnyMatched || matches[ObjectIdentifier(decoded)] != nil
          if seen.insert(ObjectIdentifier(decoded)).inserted { waiting.append(decoded) }
        }
        guard isAnyMatched else { continue }
        container.replaceContexts { matches[ObjectIdentifier($0)] }
        context.assign(slot, container)
      }
    }
  }

  /// Finds the existing models that match decoded ones.
  private static func pair(
    _ saved: any ContextContainer,
    with present: any ContextContainer
  ) -> [(Context, Context)] {
    guard caseName(saved) == caseName(present) else { return [] }
    var known: [Key: [Context]] = [:]
    for (context, key) in keys(present).reversed() { known[key, default: []].append(context) }
    return keys(saved).compactMap { context, key in
      known[key]?.popLast().map { (context, $0) }
    }
  }

  /// The key that distinguishes a model in a container from the others.
  private struct Key: Hashable {
    let layout: ObjectIdentifier
    /// `nil` for models that are distinguished by their position alone.
    let identity: AnyHashable?
  }

  private static func keys(_ container: any ContextContainer) -> [(Context, Key)] {
    var handles: [ObjectIdentifier: any Sendable] = [:]
    container.forEachHandle { handles[ObjectIdentifier($0)] = $1 }
    var keys: [(Context, Key)] = []
    container.forEachContext { context in
      let hooks = context.layout.hooks
      let identity =
        hooks?.declaresIdentity ?? false
        ? hooks?.identity(of: context, handle: handles[ObjectIdentifier(context)]) : nil
      keys.append((context, Key(layout: ObjectIdentifier(context.layout), identity: identity)))
    }
    return keys
  }

  private static func caseName(_ container: any ContextContainer) -> String? {
    let mirror = Mirror(reflecting: container)
    return mirror.displayStyle == .enum ? mirror.children.first?.label ?? "\(container)" : nil
  }
}
