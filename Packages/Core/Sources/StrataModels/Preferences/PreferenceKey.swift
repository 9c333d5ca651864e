import StrataConcurrency
import StrataCore

/// How models hand up a value, and how what they contribute becomes one.
final class PreferenceKey<Value: Sendable>: Sendable {
  let gathered: GatheredKey<Value>
  let defaultValue: Value
  let reduce: @Sendable (inout Value, Value) -> Void
  let isEqual: (@Sendable (Value, Value) -> Bool)?
  private let callSite: CallSite

  init(_ storage: PreferenceStorage<Value>) {
    let declaration = storage.declaration
    defaultValue = declaration.defaultValue
    reduce = storage.reduce
    isEqual = declaration.isEqual
    callSite = declaration.callSite
    gathered = GatheredKey(
      declaration.name,
      in: .preference,
      declaration: declaration.callSite,
      isEqual: declaration.areBothEqual
    )
  }

  /// What a context and all below it contribute, as one value, which is kept until it changes.
  func value(at context: Context) -> Value {
    let memo = context.memo(.named(NamedMemo(PreferenceMemo(key: ObjectIdentifier(self))))) {
      Derived<Value, Never>(of: context, at: callSite, areEqual: isEqual)
    }
    guard let memo else { return reduced(at: context) }
    return memo.observedValue(isKept: true) { self.reduced(at: context) }
  }

  private func reduced(at context: Context) -> Value {
    var value = defaultValue
    context.forEachContribution(to: gathered) { reduce(&value, $0) }
    return value
  }

  /// The key of a declared property.
  static func key(for path: KeyPath<PreferenceKeys, PreferenceStorage<Value>>) -> PreferenceKey {
    preferenceKeys.key(for: path) { PreferenceKey(PreferenceKeys()[keyPath: path]) }
  }
}

private let preferenceKeys = KeyTable()

/// Names the value of a preference among the values that a model keeps.
private struct PreferenceMemo: Hashable, Sendable {
  let key: ObjectIdentifier
}
