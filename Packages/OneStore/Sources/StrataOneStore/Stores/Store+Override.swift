import StrataCore

extension Store {
  /// A state that views see in place of the store's; `nil` for none.
  ///
  /// While it is there, views read it, tasks of models go on reading and writing the store's state, and bindings
  /// write nothing. Setting and clearing it updates the views for which something differs.
  ///
  /// - Complexity: O(1), and a comparison for each value that a view has read.
  public var stateOverride: Models.Container? {
    get { storage.overridden }
    set {
      storage.setOverride(newValue)
      // Views compare with what they will see while no one changes the store.
      let effects = unsafe storage.isolated { live in
        var effects = Effects()
        guard let newValue else {
          unsafe root.refresh(in: live, &effects)
          return effects
        }
        var whole = StateModel<Models>(wrappedValue: newValue)
        unsafe withUnsafeMutablePointer(to: &whole) { whole in
          unsafe root.refresh(in: UnsafeMutableRawPointer(whole), &effects)
        }
        return effects
      }
      root.context.transaction { effects.apply() }
    }
  }
}
