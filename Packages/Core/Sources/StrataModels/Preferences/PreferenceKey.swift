import StrataConcurrency
import StrataCore

/// Passes a value up from models, and reduces their contributions to one value.
final class PreferenceKey<Value: Sendable>: Sendable {
  let aggregated: AggregatedKey<Value>
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
    aggregated = AggregatedKey(
      declaration.name,
      in: .preference,
      declaration: declaration.callSite,
      isEqual: declaration.areBothEqual
    )
  }

  /// The contributions of a context and of all below it, as one value, which is cached until it changes.
  ///
  /// The set of contributors is cached by itself, so a contributor that changes its value causes no search.
  func value(at context: Context) -> Value {
    let memo = context.memo(name(of: .value)) {
      Derived<Value, Never>(of: context, at: callSite, areEqual: isEqual)
    }
    guard let memo else { return reduced(context.contributions(to: aggregated)) }
    return memo.observedValue(isKept: true) { self.reduced(self.contributions(to: context)) }
  }

  private func contributions(to context: Context) -> [Context] {
    let memo = context.memo(name(of: .contributions)) {
      Derived<[Context], Never>(of: context, at: callSite) { $0.elementsEqual($1, by: ===) }
    }
    guard let memo else { return context.contributions(to: aggregated) }
    return memo.observedValue(isKept: true) { context.contributions(to: self.aggregated) }
  }

  private func reduced(_ contributions: [Context]) -> Value {
    var value = defaultValue
    for contribution in contributions {
      if let contributed = aggregated.value(of: contribution) { reduce(&value, contributed) }
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

/// Names the value of a preference among the cached values of a model.
private struct PreferenceMemo: Hashable, Sendable {
  enum Part: Hashable {
    case value
    case contributions
  }

  let key: ObjectIdentifier
  let part: Part
}
