import StrataCore

extension Store {
  /// A state that views see in place of the store's; `nil` for none.
  ///
  /// While it is there, views read it, tasks of models go on reading and writing the store's state, and bindings
  /// write nothing. Setting and clearing it updates the views for which something differs.
  ///
  /// - Complexity: O(1) for a value that shares the store's buffers; where buffers differ, a comparison of their
  ///   bytes, and one of each value that a view has read in what differs.
  public var stateOverride: Models.Container? {
    get { storage.overridden }
    set {
      // Views compare with what they will see while no one changes the store, and see it when they have been told.
      let live = unsafe storage.beginChange()
      let former = storage.setOverride(newValue)
      var effects = Effects()
      // SAFETY: the root holds a value of this type, which nobody changes now.
      let state = unsafe live.assumingMemoryBound(to: StateModel<Models>.self).pointee
      var whole = newValue.map { StateModel<Models>(wrappedValue: $0) } ?? state
      unsafe withUnsafeMutablePointer(to: &whole) {
        unsafe root.refresh(from: former ?? state, $0, &effects)
      }
      if newValue == nil { storage.endGhosts(&effects) }
      unsafe storage.commit(live, effects, isChange: false)
    }
  }
}
