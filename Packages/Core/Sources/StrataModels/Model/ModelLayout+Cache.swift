import StrataConcurrency
import StrataCore

extension ModelLayout {
  /// The layout of a generic type of model, made at the first call for each combination of generic arguments and
  /// cached forever.
  ///
  /// A generic type cannot store its layout in a static constant of its own.
  ///
  /// Without generics, a `static let` costs less.
  ///
  /// - Parameters:
  ///   - name: The kind's name.
  ///   - describe: Adds the slots, in order; may run more than once if threads meet here.
  /// - Returns: The same layout at each call.
  /// - Complexity: O(1) expected: one lock pair, one look-up.
  public static func cached(_ name: String, _ describe: (inout Slots) -> Void) -> ModelLayout<M> {
    let kind = ObjectIdentifier(M.self)
    if let layout = LayoutCache.layouts.withLock({ $0[kind] }) { return ModelLayout(layout) }
    // Outside the lock: the description asks types for their layouts.
    let made = ModelLayout(name, describe).layout
    let kept = LayoutCache.layouts.withLock { layouts in
      let kept = layouts[kind] ?? made
      layouts[kind] = kept
      return kept
    }
    return ModelLayout(kept)
  }
}

private enum LayoutCache {
  static let layouts = Locked<[ObjectIdentifier: Layout]>([:], rank: .leaf)
}
