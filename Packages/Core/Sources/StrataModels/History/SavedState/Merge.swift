import StrataCore

/// Brings what was decoded into models that live.
///
/// Iterative: a tree may be deeper than a thread's stack.
struct Merge {
  let reading: SavedStateReading
  /// The models that the decoded ones have become, which are others if they match; a decoded model may be in several
  /// places.
  private var decided: [ObjectIdentifier: Context] = [:]

  init(reading: SavedStateReading) { self.reading = reading }

  /// Gives a live context, and those below it that stay, the values of a decoded one.
  mutating func merge(_ saved: Context, into live: Context) {
    var pairs = [(saved, live)]
    while let (saved, live) = pairs.popLast() {
      for slot in reading.slots(of: saved).sorted() {
        guard let value = saved.anyValue(at: slot) else { continue }
        if let container = value as? any ContextContainer {
          pairs += merge(container, into: live, slot)
        } else {
          live.assign(slot, value)
        }
      }
    }
  }

  /// Gives a slot the contents of a decoded container, with live models instead of the decoded ones that they
  /// match.
  ///
  /// - Returns: The decoded models that have become others here, and those.
  private mutating func merge(
    _ saved: any ContextContainer,
    into live: Context,
    _ slot: Int
  ) -> [(Context, Context)] {
    let present = live.anyValue(at: slot) as? any ContextContainer
    let pairs = (present.map { pair(saved, with: $0) } ?? []).filter {
      decided[ObjectIdentifier($0.0)] == nil
    }
    for (decoded, staying) in pairs { decided[ObjectIdentifier(decoded)] = staying }
    saved.forEachContext { decoded in
      let key = ObjectIdentifier(decoded)
      if decided[key] == nil { decided[key] = decoded }
    }
    var merged = saved
    merged.replaceContexts { decided[ObjectIdentifier($0)] }
    live.assign(slot, merged)
    return pairs
  }

  /// Finds the existing models that match decoded ones.
  private func pair(
    _ saved: any ContextContainer,
    with present: any ContextContainer
  ) -> [(Context, Context)] {
    guard Self.caseName(saved) == Self.caseName(present) else { return [] }
    var known: [Key: [Context]] = [:]
    for (context, key) in Self.keys(present).reversed() { known[key, default: []].append(context) }
    return Self.keys(saved).compactMap { context, key in
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
