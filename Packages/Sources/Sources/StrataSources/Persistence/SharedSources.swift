import StrataConcurrency

/// The sources that are there for one place each, so that all who ask for a place share one.
final class SharedSources: Sendable {
  private let known = Locked<[String: WeakReference<AnyObject>]>([:], rank: .leaf)

  init() {}

  /// The source of a place, made if there is none.
  ///
  /// - Returns: The source; and one of another type that is there for the place instead.
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

  /// The places for which there may be a source.
  var places: [String] { known.withLock { Array($0.keys) } }

  /// The source of a place, if there is one.
  func find(_ place: String) -> AnyObject? {
    known.withLock { UncheckedTransfer($0[place]?.object) }.value
  }
}
