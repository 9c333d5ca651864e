public import StrataConcurrency

/// The derived values that a context caches under names of one type whose `==` and `hash(into:)` may read models.
///
/// A ``NamedMemoTable`` is searched under the context's lock. Names that contain a reference may be models, or contain
/// them, and a model is read under that lock. A thread therefore takes a copy of this table with the lock held, which
/// costs a count, and searches the copy without it.
@safe
@usableFromInline
final class ComparedNames<Name: Hashable & Sendable>: NamedMemos {
  @safe
  @usableFromInline
  struct Entry {
    @usableFromInline let name: Name
    /// The type of `memo`.
    @usableFromInline let type: ObjectIdentifier
    // SAFETY: as in ``NamedMemoTable``.
    @usableFromInline let memo: Unmanaged<AnyObject>
    /// The index of an older entry with the same hash, or a negative number.
    @usableFromInline let older: Int

    init(name: Name, type: ObjectIdentifier, memo: Unmanaged<AnyObject>, older: Int) {
      self.name = name
      self.type = type
      unsafe self.memo = unsafe memo
      self.older = older
    }
  }

  /// The names and where they are.
  @usableFromInline
  struct Listing {
    @usableFromInline var entries: ContiguousArray<Entry> = []
    /// The index of the latest entry with each hash.
    @usableFromInline var positions: [Int: Int] = [:]

    /// So many names are compared one after the other, which costs less than to hash one.
    @usableFromInline static var mostCompared: Int { 6 }

    /// The index of a name; called without a lock, because it runs the program's code.
    @inlinable
    func index(of name: Name) -> Int? {
      if entries.count <= Self.mostCompared {
        return entries.firstIndex { $0.name == name }
      }
      var next = positions[name.hashValue] ?? -1
      while next >= 0, entries[next].name != name { next = entries[next].older }
      return next >= 0 ? next : nil
    }
  }

  /// So many names are listed; the others are found in the dictionary alone.
  private static var mostListed: Int { 4_096 }

  @safe @exclusivity(unchecked) @usableFromInline var listing = Listing()

  /// Lists a memo; called with the lock held.
  ///
  /// Two threads may list the same memo under equal names. Each of the entries leads to it.
  ///
  /// - Parameters:
  ///   - memo: The memo, which the dictionary of memos retains.
  ///   - type: Its type.
  ///   - name: Its name.
  ///   - hash: The hash of the name, because no name is hashed under the lock.
  func list(_ memo: AnyObject, as type: ObjectIdentifier, named name: Name, hash: Int) {
    guard listing.entries.count < Self.mostListed else { return }
    let older = listing.positions.updateValue(listing.entries.count, forKey: hash) ?? -1
    unsafe listing.entries.append(
      Entry(name: name, type: type, memo: .passUnretained(memo), older: older)
    )
  }
}

@available(*, unavailable)
extension ComparedNames.Entry: Sendable {}

@available(*, unavailable)
extension ComparedNames.Listing: Sendable {}

/// The entry that leads to a name, found without the lock.
@usableFromInline
struct ListedName<Name: Hashable & Sendable> {
  @usableFromInline let names: ComparedNames<Name>
  @usableFromInline let index: Int

  @inlinable
  init(names: ComparedNames<Name>, index: Int) {
    self.names = names
    self.index = index
  }
}

@available(*, unavailable)
extension ListedName: Sendable {}

extension Context {
  /// Finds a name among those that the context lists; called without the lock.
  ///
  /// - Returns: The entry; `nil` if there is none.
  @inlinable
  func listedName<Name: Hashable & Sendable>(_ name: Name) -> ListedName<Name>? {
    let lock = lock()
    guard let names = facets?.comparedNames(ofType: Name.self) else {
      lock.unlock()
      return nil
    }
    let listing = names.listing
    lock.unlock()
    return listing.index(of: name).map { ListedName(names: names, index: $0) }
  }
}

extension ContextFacets {
  // SAFETY: the dictionary of memos retains the listed memos, and each removal from there drops all tables.
  /// The memo of an entry, if that is still listed and the memo is of a type; called with the lock held.
  @inlinable
  func memo<Name: Hashable & Sendable>(
    of listed: ListedName<Name>,
    ofType type: ObjectIdentifier
  ) -> Unmanaged<AnyObject>? {
    guard comparedNames(ofType: Name.self) === listed.names else { return nil }
    let entry = listed.names.listing.entries[listed.index]
    return unsafe entry.type == type ? entry.memo : nil
  }

  @inlinable
  func comparedNames<Name>(ofType type: Name.Type) -> ComparedNames<Name>? {
    // SAFETY: the type of the names determines the type of the table.
    namedMemos(ofType: ObjectIdentifier(Name.self)).map {
      unsafe unsafeDowncast($0, to: ComparedNames<Name>.self)
    }
  }

  /// The table of a type of names.
  @inlinable
  @inline(__always)
  func namedMemos(ofType type: ObjectIdentifier) -> NamedMemos? {
    for index in namedMemos.indices where namedMemos[index].type == type {
      return namedMemos[index].table
    }
    return nil
  }

  /// Lists a memo under a name that is compared without the lock; called with the lock held.
  func listCompared<Name: Hashable & Sendable>(
    _ memo: AnyObject,
    as type: ObjectIdentifier,
    named name: Name,
    hash: Int
  ) {
    let names =
      comparedNames(ofType: Name.self)
      ?? {
        let made = ComparedNames<Name>()
        namedMemos.append(PlacedNames(type: ObjectIdentifier(Name.self), table: made))
        return made
      }()
    names.list(memo, as: type, named: name, hash: hash)
  }
}
