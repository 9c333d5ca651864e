import StrataConcurrency

extension AnyPlace {
  /// Lets go of the places below, when the store has gone.
  final func releaseAll() {
    for table in tables { table.releaseAll() }
    for place in extras { place.releaseAll() }
    lock.lock()
    let former = (tables, extras, readers)
    (tables, extras, readers) = ([], [], [])
    lock.unlock()
    for reader in former.2 { reader.finish() }
    for property in takeProperties() { property.finish() }
  }
}
