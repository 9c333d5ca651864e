import StrataConcurrency

@_spi(Strata)
extension Context {
  /// The observers of the derived values that belong to this context, as memoized values do.
  public var derivedObserverSites: [ObserverSite] {
    let lock = lock()
    let lists = facets?.derivedNodes.values.compactMap { node in
      // A node of another tree has another lock.
      node.lock == lock ? node.context.facets?.watchLists.flatMap(\.entries) : nil
    }
    lock.unlock()
    return (lists ?? []).joined().compactMap(\.observer?.site)
  }
}
