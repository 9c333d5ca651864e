import StrataCore

extension ModelNode {
  /// The combined contributions of this model and of those below it: `node.preference.total`.
  ///
  /// Preferences are declared in ``PreferenceKeys``. Setting one contributes at this model. Reading one reduces
  /// the contributions of the model and of all below it, beginning with the default. A model comes before those
  /// below it, and children follow the order of the properties and collections that contain them. Each model
  /// counts once, however many parents it has. Models that serve as dependencies contribute to nothing.
  ///
  /// The value is cached until a contribution changes, is added or is removed, or models are added, removed or
  /// reordered. It is then reduced when it is read, and after each such change while it is observed. A read is
  /// observed: it is notified when the value differs.
  ///
  /// A contribution lasts as long as the lifetime of the model that has made it.
  public var preference: ModelPreferences { ModelPreferences(context: context) }

  /// Takes back what this model contributes.
  public func removePreference<Value>(_ path: KeyPath<PreferenceKeys, PreferenceStorage<Value>>) {
    context.contribute(nil, to: PreferenceKey.key(for: path).aggregated)
  }
}

/// The preferences of one model; see `ModelNode.preference`.
@dynamicMemberLookup
public struct ModelPreferences: Sendable {
  let context: Context

  /// The value that a property of ``PreferenceKeys`` declares: reading reduces, setting contributes.
  ///
  /// - Complexity: Reading is O(1); after a change O(number of contributions, and of the siblings of
  ///   models that lead to them). Setting is a write; the first at a model is O(number of models
  ///   above).
  public subscript<Value>(
    dynamicMember path: KeyPath<PreferenceKeys, PreferenceStorage<Value>>
  ) -> Value {
    get { PreferenceKey.key(for: path).value(at: context) }
    nonmutating set {
      let key = PreferenceKey.key(for: path)
      context.contribute(key.declaration.stored(newValue), to: key.aggregated)
    }
  }
}
