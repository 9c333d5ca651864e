import StrataCore

extension ModelNode {
  /// What this model and those below it contribute: `node.preference.total`.
  ///
  /// Preferences are declared in ``PreferenceKeys``. To set one is to contribute at this model; to read
  /// one is to reduce what the model and all below it contribute, beginning with the default: a model
  /// before those below it, children in the order of the properties and collections that hold them, and
  /// each model once, however many places it has. Models that serve as dependencies contribute to
  /// nothing.
  ///
  /// The value is kept until a contribution changes, comes or goes, or models come, go or change places;
  /// then it is reduced again when somebody reads or watches it. A read is observed: it is told when
  /// the value is another one.
  ///
  /// What is contributed lasts as long as the life of the model that has contributed it.
  public var preference: ModelPreferences { ModelPreferences(context: context) }

  /// Takes back what this model contributes.
  public func removePreference<Value>(_ path: KeyPath<PreferenceKeys, PreferenceStorage<Value>>) {
    context.contribute(nil, to: PreferenceKey.key(for: path).gathered)
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
      context.contribute(key.declaration.stored(newValue), to: key.gathered)
    }
  }
}
