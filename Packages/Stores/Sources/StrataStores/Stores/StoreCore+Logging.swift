extension StoreCore {
  /// Logs a change, once it has ended.
  @usableFromInline
  func log(from old: State, to new: State, _ thread: StoreThread) {
    let line =
      new.current.isDistinct(from: old.current)
      ? "\(name) did change from: \(old.current.name) to: \(new.current.name)"
      : "\(name) data changed"
    thread.whenIdle { Settings.log(line) }
  }
}
