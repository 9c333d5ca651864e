/// The derived values that a context caches under names of one type, for the shortest path.
///
/// The context's dictionary of memos has one entry for each name, whatever its type. A look-up there makes an
/// existential of the name, which is an allocation, and hashes through it. This table has the name's own type.
///
/// Names are compared under the lock, so they are names whose `==` reads no model; see ``isPlain``. ``ComparedNames``
/// has the others.
@safe
@usableFromInline
final class NamedMemoTable<Name: Hashable & Sendable>: NamedMemos {
  @safe
  @usableFromInline
  struct Entry {
    @usableFromInline let name: Name
    /// The type of `memo`.
    @usableFromInline let type: ObjectIdentifier
    // SAFETY: the context's dictionary of memos retains it. Each removal from there drops all tables.
    @usableFromInline let memo: Unmanaged<AnyObject>

    init(name: Name, type: ObjectIdentifier, memo: Unmanaged<AnyObject>) {
      self.name = name
      self.type = type
      unsafe self.memo = unsafe memo
    }
  }

  /// Whether the type is one of strings, or of values that contain no reference.
  @inlinable static var isPlain: Bool {
    @inline(__always) get { Name.self == String.self || _isPOD(Name.self) }
  }

  /// So many names are compared one after the other, which costs less than to hash one.
  @usableFromInline static var mostCompared: Int { 6 }
  /// So many names are listed; the others are found in the dictionary alone.
  private static var mostListed: Int { 4_096 }

  @safe @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<Entry> = []
  /// The positions of the names, if there are too many to compare.
  @safe @exclusivity(unchecked) @usableFromInline var positions: [Name: Int] = [:]

  // SAFETY: the dictionary retains the listed memos, and no thread changes it while the lock is held.
  /// The memo with a name, if it is listed and of a type; called with the lock held.
  @inlinable
  func memo(named name: Name, ofType type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    if entries.count > Self.mostCompared {
      guard let position = positions[name] else { return nil }
      return unsafe entries[position].type == type ? entries[position].memo : nil
    }
    for index in entries.indices where entries[index].name == name {
      return unsafe entries[index].type == type ? entries[index].memo : nil
    }
    return nil
  }

  /// Lists a memo whose name is not listed yet; called with the lock held.
  func list(_ memo: AnyObject, as type: ObjectIdentifier, named name: Name) {
    guard entries.count < Self.mostListed else { return }
    unsafe entries.append(Entry(name: name, type: type, memo: .passUnretained(memo)))
    guard entries.count > Self.mostCompared else { return }
    if positions.isEmpty {
      for (position, entry) in entries.enumerated() { positions[entry.name] = position }
    } else {
      positions[name] = entries.count - 1
    }
  }
}

@available(*, unavailable)
extension NamedMemoTable.Entry: Sendable {}

extension ContextFacets {
  // SAFETY: the dictionary retains the listed memos, and no thread changes it while the lock is held.
  /// The memo with a name, if it is listed and of a type; called with the lock held.
  @inlinable
  func memo<Name: Hashable & Sendable>(
    named name: Name,
    ofType type: ObjectIdentifier
  ) -> Unmanaged<AnyObject>? {
    guard let names = names(ofType: Name.self) else { return nil }
    return unsafe names.memo(named: name, ofType: type)
  }

  @inlinable
  func names<Name>(ofType type: Name.Type) -> NamedMemoTable<Name>? {
    // SAFETY: the type of the names determines the type of the table.
    namedMemos(ofType: ObjectIdentifier(Name.self)).map {
      unsafe unsafeDowncast($0, to: NamedMemoTable<Name>.self)
    }
  }

  /// Lists a memo under its name unless it is listed; called with the lock held.
  @usableFromInline
  func list<Name: Hashable & Sendable, Value: Sendable, Failure: Error>(
    _ memo: Derived<Value, Failure>,
    named name: Name,
    hash: Int
  ) {
    let type = ObjectIdentifier(Derived<Value, Failure>.self)
    guard NamedMemoTable<Name>.isPlain else {
      return listCompared(memo, as: type, named: name, hash: hash)
    }
    let table: NamedMemoTable<Name>
    if let names = names(ofType: Name.self) {
      if unsafe names.memo(named: name, ofType: type) != nil { return }
      table = names
    } else {
      table = NamedMemoTable()
      namedMemos.append(PlacedNames(type: ObjectIdentifier(Name.self), table: table))
    }
    table.list(memo, as: type, named: name)
  }

  /// Takes all tables, to be released without the lock; called with the lock held.
  func takeNamedMemos() -> ContiguousArray<PlacedNames> {
    defer { namedMemos = [] }
    return namedMemos
  }
}
