import StrataConcurrency
import Synchronization

/// The contexts of a slot while a transaction that has written the slot is open.
///
/// The tree changes at the end of the transaction. Until then this records which members of the last commit the value
/// lacks. A context that is added with the identity of one of them continues its life. The value gets the former member
/// back at once, because the transaction reads and writes the value before it ends.
///
/// Only members of the last commit have a life that can be continued.
public final class OpenMembership {
  private let owner: Context
  private let slot: Int
  /// The contexts after the last change, where a container compares lists.
  @usableFromInline var list: ListMembership?
  /// The members that the value lacks, by identity and former path.
  private var missing: [PlacedIdentity: Context] = [:]
  /// The keys of the members that the value lacks.
  private var keys: [ObjectIdentifier: PlacedIdentity] = [:]

  init(of slot: Int, _ owner: Context) {
    self.owner = owner
    self.slot = slot
  }

  /// Records one change, and finds the added contexts that continue the life of a member; called without the lock.
  ///
  /// - Parameters:
  ///   - edits: The difference that the change has made.
  ///   - container: The value after the change.
  ///   - former: The paths of the members, if they are needed.
  /// - Returns: The contexts to put back, by the contexts they replace.
  /// - Complexity: Expected O(number of edits). Paths cost O(number of contexts).
  @usableFromInline
  package func continued(
    by edits: StructureEdits,
    in container: some ContextContainer,
    from former: [ObjectIdentifier: ContainerPlace]?
  ) -> [ObjectIdentifier: Context] {
    note(edits.removed, in: edits, from: former)
    for context in edits.added { noteReturn(of: context) }
    guard !missing.isEmpty, !edits.added.isEmpty, !ContinuationByIdentity.isSuspended else {
      return [:]
    }
    var edits = edits
    container.takeHandles(along: &edits)
    let places = container.places(known: former, added: edits.added)
    var continued: [ObjectIdentifier: Context] = [:]
    for context in edits.added {
      guard let key = PlacedIdentity(of: context, in: edits, at: places),
        let member = missing[key], member !== context, member.layout === context.layout,
        // The member's identity may have changed since it was recorded.
        edits.identity(of: member) == key.identity
      else { continue }
      continued[ObjectIdentifier(context)] = member
      noteReturn(of: member)
    }
    return continued
  }

  /// Compares all contexts of a value with the members, if the edits are unknown; called without the lock.
  ///
  /// - Returns: The difference since the last commit.
  package func edits(ofWhole contexts: [Context]) -> StructureEdits {
    (missing, keys) = ([:], [:])
    return owner.compare(contexts, slot: slot)
  }

  /// Records contexts that the value lacks now.
  private func note(
    _ removed: [Context],
    in edits: StructureEdits,
    from former: [ObjectIdentifier: ContainerPlace]?
  ) {
    guard !removed.isEmpty else { return }
    let lock = owner.lock()
    let guardPattern = owner.guardLock.load(ordering: .relaxed)
    let members = removed.filter {
      // A context with another guard belongs elsewhere, and its links to another lock.
      $0.guardLock.load(ordering: .acquiring) == guardPattern && $0.isChild(of: owner, slot: slot)
    }
    lock.unlock()
    for member in members {
      guard let key = PlacedIdentity(of: member, in: edits, at: former) else { continue }
      missing[key] = member
      keys[ObjectIdentifier(member)] = key
    }
  }

  private func noteReturn(of context: Context) {
    guard let key = keys.removeValue(forKey: ObjectIdentifier(context)) else { return }
    if missing[key] === context { missing[key] = nil }
  }
}

@available(*, unavailable)
extension OpenMembership: Sendable {}

/// An identity, and the path of the context that has it.
struct PlacedIdentity: Hashable {
  let identity: AnyHashable
  let place: ContainerPlace?

  /// Asks a context for its identity, which is user code.
  ///
  /// - Returns: `nil` if the context has none.
  init?(of context: Context, in edits: StructureEdits, at places: ContextPlaces?) {
    guard let identity = edits.identity(of: context) else { return nil }
    self.identity = identity
    place = context.layout.declaresIdentity ? places?[ObjectIdentifier(context)] : nil
  }
}

extension Context {
  /// The contexts of a slot that the open transaction of this thread has written.
  @usableFromInline
  func openMembership(of slot: Int) -> OpenMembership {
    let lock = lock()
    defer { lock.unlock() }
    if let known = tree.log.openMembership(self, slot) as? OpenMembership { return known }
    let openMembership = OpenMembership(of: slot, self)
    tree.log.note(openMembership, of: self, slot)
    return openMembership
  }

  /// Puts members of the last commit back into a value that the transaction has changed; called without the lock, on
  /// the checked-out value.
  @inlinable
  @inline(never)
  func continueLifetimes<Value: ContextContainer>(
    in attachment: UnsafeMutablePointer<ContainerStorage<Value>>,
    slot: Int
  ) {
    unsafe attachment.pointee.value.continueLifetimes(&attachment.pointee.membership) {
      openMembership(of: slot)
    }
  }
}

extension ContextContainer where Membership == ListMembership {
  /// Compares the contexts with those after the previous change of the transaction.
  ///
  /// - Complexity: One pointer comparison per context. O(1) if the slot was empty at the last commit.
  @inlinable
  public mutating func continueLifetimes(
    _ membership: inout ListMembership,
    _ openMembership: () -> OpenMembership
  ) {
    guard !membership.contexts.isEmpty else { return }
    let openMembership = openMembership()
    // Taken out of the property, so that it is changed in place.
    var list = openMembership.list.take() ?? membership
    let edits = difference(from: &list)
    if !edits.added.isEmpty || !edits.removed.isEmpty {
      let continued = openMembership.continued(by: edits, in: self, from: membership.places)
      if !continued.isEmpty {
        if continued.count == 1, let one = continued.first {
          // Rows that come back one by one would otherwise look each row up each time.
          replaceContexts { ObjectIdentifier($0) == one.key ? one.value : nil }
        } else {
          replaceContexts { continued[ObjectIdentifier($0)] }
        }
        list.replace(continued)
      }
    }
    openMembership.list = list
  }
}
