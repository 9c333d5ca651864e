@_spi(Strata) public import StrataConcurrency

extension DependencyValues {
  /// The value of a dependency by its key.
  ///
  /// In the test context, reading a live value that no test asked for is reported, once for each line that asks. The
  /// value is given all the same. The report names the line that asked through ``Dependency`` or another holder, else the line of this subscript's use.
  ///
  /// - Parameters:
  ///   - key: The type that names the dependency.
  ///   - fileID: The file that a report names.
  ///   - filePath: The path that a report names.
  ///   - line: The line that a report names.
  ///   - column: The column that a report names.
  /// - Complexity: Reading O(1). Writing amortised O(1), O(overridden keys) when shared.
  @inlinable
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get {
      withExtendedLifetime(storage) { storage in
        // SAFETY: the entry is valid as long as the storage or the defaults that own it. The storage is retained here;
        // the storage or the process retains the defaults.
        unsafe Self.find(key, in: storage)._withUnsafeGuaranteedRef { entry in
          if entry.isReported {
            let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
            complain(of: entry, key: key, at: site)
          }
          return entry.value(for: key)
        }
      }
    }
    set {
      set(TypedDependencyEntry(key: ObjectIdentifier(key), value: newValue))
    }
  }

  // In the caller's module a read is 4 ns, and 30 when the generic code is called (F is 6).
  @inlinable
  @inline(__always)
  static func find<Key: TestDependencyKey>(
    _ key: Key.Type,
    in storage: DependencyStorage?
  ) -> EntryReference {
    guard let storage else { return unsafe DefaultValues.ofProcess.find(key) }
    if let entry = unsafe storage.find(ObjectIdentifier(key)) { return unsafe entry }
    if storage.base == nil { return unsafe storage.defaults.find(key) }
    return unsafe findBelow(key, storage)
  }

  @usableFromInline
  @inline(never)
  static func findBelow<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ storage: DependencyStorage
  ) -> EntryReference {
    var lower = storage.base?.storage
    while let below = lower {
      if let entry = unsafe below.find(ObjectIdentifier(key)) { return unsafe entry }
      lower = below.base?.storage
    }
    return unsafe storage.defaults.find(key)
  }

  @usableFromInline
  mutating func set(_ entry: DependencyEntry) {
    if isKnownUniquelyReferenced(&storage), let storage, storage.hasRoom {
      storage.set(entry)
    } else {
      let copy = copiedStorage(roomFor: 1)
      copy.set(entry)
      storage = copy
    }
  }

  func copiedStorage(roomFor added: Int) -> DependencyStorage {
    guard let storage else { return DependencyStorage(defaults: nil) }
    return storage.copy(roomFor: added, defaults: storage.chosenDefaults, base: storage.base)
  }

  @usableFromInline
  @inline(never)
  func complain<Key: TestDependencyKey>(
    of entry: DependencyEntry,
    key: Key.Type,
    at site: CallSite
  ) {
    // A value that is read while overrides are collected is read in order to change a part of it
    // (`$0.client.fetch = …`), and not used.
    guard let diagnostic = entry.diagnostic, storage?.base == nil else { return }
    // A property of this module, such as `continuousClock`, cannot take its caller's line.
    let isOfLibrary = site.fileID.description.hasPrefix("StrataDependencies/")
    let asking = Asking.current ?? Asking(site: site, isNear: isOfLibrary)
    let text = diagnostic.text(key: String(describing: key), remedy: asking.remedy)
    ReportSink.reportOnce(text, at: asking.site, isNear: asking.isNear)
  }
}
