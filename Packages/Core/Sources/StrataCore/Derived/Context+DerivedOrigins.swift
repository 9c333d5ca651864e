import StrataConcurrency

@_spi(Strata)
extension Context {
  /// The observers of the derived values that belong to this context, as memoized values do.
  public var derivedWatcherOrigins: [WatcherOrigin] {
    let lock = lock()
    let lists = parts?.derivedCells.values.compactMap { cell in
      // A cell of another tree has another lock.
      cell.lock == lock ? cell.context.parts?.watchLists.flatMap(\.entries) : nil
    }
    lock.unlock()
    return (lists ?? []).joined().compactMap(\.watcher?.origin)
  }
}
