import StrataConcurrency
import StrataCore

/// How models hand up a value, and how what they contribute becomes one.
final class PreferenceKey<Value: Sendable>: Sendable {
  let gathered: GatheredKey<Value>
  let defaultValue: Value
  let reduce: @Sendable (inout Value, Value) -> Void
  let isEqual: (@Sendable (Value, Value) -> Bool)?
  let declaration: KeyDeclaration<Value>
  private let callSite: CallSite

  init(_ storage: PreferenceStorage<Value>) {
    let declaration = storage.declaration
    self.declaration = declaration
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
  ///
  /// So is, by itself, who contributes: where one contributes another value, nobody is looked for.
  func value(at context: Context) -> Value {
    let memo = context.memo(name(of: .value)) {
      Derived<Value, Never>(of: context, at: callSite, areEqual: isEqual)
    }
    guard let memo else { return reduced(context.contributions(to: gathered)) }
    return memo.observedValue(isKept: true) { self.reduced(self.contributions(to: context)) }
  }

  private func contributions(to context: Context) -> [Context] {
    let memo = context.memo(name(of: .contributions)) {
      Derived<[Context], Never>(of: context, at: callSite) { $0.elementsEqual($1, by: ===) }
    }
    guard let memo else { return context.contributions(to: gathered) }
    return memo.observedValue(isKept: true) { context.contributions(to: self.gathered) }
  }

  private func reduced(_ contributions: [Context]) -> Value {
    var value = defaultValue
    for contribution in contributions {
      if let contributed = gathered.value(of: contribution) { reduce(&value, contributed) }
    }
    return value
  }

  private func name(of part: PreferenceMemo.Part) -> MemoKey {
    .named(NamedMemo(PreferenceMemo(key: ObjectIdentifier(self), part: part)))
  }

  /// The key of a declared property.
  static func key(for path: KeyPath<PreferenceKeys, PreferenceStorage<Value>>) -> PreferenceKey {
    preferenceKeys.key(for: path) { PreferenceKey(PreferenceKeys()[keyPath: path]) }
  }
}

private let preferenceKeys = KeyTable()

/// Names the value of a preference among the values that a model keeps.
private struct PreferenceMemo: Hashable, Sendable {
  enum Part: Hashable {
    case value
    case contributions
  }

  let key: ObjectIdentifier
  let part: Part
}
