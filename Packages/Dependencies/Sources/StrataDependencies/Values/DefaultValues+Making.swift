extension DefaultValues {
  /// Makes a key's default value, while no lock is held, and caches it.
  ///
  /// The value is made under the process's defaults without overrides. Otherwise a holder inside it would capture, for
  /// the whole process, the overrides of the first caller.
  @usableFromInline
  @inline(never)
  func make<Key: TestDependencyKey>(_ key: Key.Type) -> DependencyEntry {
    let storage = DependencyStorage(defaults: .ofProcess(in: context))
    let (value, diagnostic) = Making.run(key) {
      DependencyValues(storage: storage).asCurrent { declaredValue(of: key) }
    }
    return keep(
      TypedDependencyEntry(key: ObjectIdentifier(key), diagnostic: diagnostic, value: value)
    )
  }

  private func declaredValue<Key: TestDependencyKey>(of key: Key.Type) -> (Key.Value, Diagnostic?) {
    switch context {
    case .live:
      func live<Live: DependencyKey>(_ key: Live.Type) -> Key.Value? {
        key.liveValue as? Key.Value
      }
      if let liveKey = key as? any DependencyKey.Type, let value = live(liveKey) {
        return (value, nil)
      }
      return (Key.testValue, .noLiveValue)
    case .preview:
      return (Key.previewValue, nil)
    case .test:
      let value = Key.testValue
      return (value, StandIns.diagnostic(about: key))
    }
  }
}
