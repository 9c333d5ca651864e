import StrataConcurrency
@_spi(Strata) import StrataCore

extension AnyPlace {
  /// Lets go of the places below, when the store has gone.
  final func releaseAll() {
    for table in tables { table.releaseAll() }
    for place in extras { place.releaseAll() }
    lock.lock()
    // The tables stay: other threads read them without the lock.
    let former = (extras, readers, ghosts)
    let formerByHash = extrasByHash
    (extras, readers, ghosts) = ([], [], [])
    extrasByHash = [:]
    lock.unlock()
    withExtendedLifetime(formerByHash) {}
    for ghost in former.2 { ghost.releaseAll() }
    for reader in former.1 { reader.finish() }
    for property in takeProperties() { property.finish() }
    leaveContext()
  }

  /// Lets go of the places that only the override has, which keep this one.
  final func releaseGhosts() {
    lock.lock()
    let former = ghosts
    ghosts = []
    lock.unlock()
    for ghost in former { ghost.releaseAll() }
  }

  /// Lets go of some of them.
  final func forgetGhosts(_ gone: [AnyPlace]) {
    lock.lock()
    let former = ghosts
    ghosts.removeAll { ghost in gone.contains { $0 === ghost } }
    lock.unlock()
    withExtendedLifetime(former) {}
    for ghost in gone { ghost.releaseAll() }
  }

  /// Lets the context forget the place: one that has never been in a tree would keep it.
  final func leaveContext() { context.keepObject(nil) }
}
