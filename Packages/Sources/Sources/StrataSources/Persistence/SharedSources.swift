import StrataConcurrency

/// The sources of storage locations; all callers that ask for a location share one source.
final class SharedSources: Sendable {
  private let known = Locked<[String: WeakReference<AnyObject>]>([:], rank: .leaf)

  init() {}

  /// The source of a location, made if there is none.
  ///
  /// - Returns: The source; and one of another type that exists for the location instead.
  func source<Model, Base: SourceBase<Model>>(
    for place: String,
    make: () -> Base
  ) -> (source: Base, other: AnyObject?) {
    if let known = find(place) {
      if let source = known as? Base { return (source, nil) }
      return (make(), known)
    }
    let made = make()
    let reference = WeakReference<AnyObject>(made)
    let winner = known.withLock { known -> UncheckedTransfer<AnyObject>? in
      if let other = known[place]?.object { return UncheckedTransfer(other) }
      if known.count >= 64 { known = known.filter { $0.value.object != nil } }
      known[place] = reference
      return nil
    }
    return ((winner?.value as? Base) ?? made, nil)
  }

  /// The locations that may have a source.
  var places: [String] { known.withLock { Array($0.keys) } }

  /// The source of a location, if there is one.
  func find(_ place: String) -> AnyObject? {
    known.withLock { UncheckedTransfer($0[place]?.object) }.value
  }
}
