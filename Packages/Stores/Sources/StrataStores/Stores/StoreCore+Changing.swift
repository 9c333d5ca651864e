public import StrataCore

extension VersionedValue where Value: StateContainer {
  /// The state, for a change whose result the store is told of before the change ends.
  @inlinable
  subscript(in core: StoreCore<Value>, on thread: StoreThread) -> Value {
    get { value }
    _modify {
      let old = value
      defer { core.didChange(&self, from: old, thread) }
      yield &value
    }
  }
}
