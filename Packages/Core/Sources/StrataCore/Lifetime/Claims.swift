import StrataConcurrency
import Synchronization

/// Which contexts of a tree are held by others that a commit adds to it.
///
/// A commit may take a context from its place and add one that holds it. The new one gets its children
/// when it has joined, which is after the lock is given back, because identities are user code. Until
/// then the moved one is spared: it lives on without a place.
struct Claims {
  private var claimed: Set<ObjectIdentifier> = []
  /// A context that has lost its last place, and that a newcomer holds.
  struct Spared {
    let context: Context
    /// How often it has been spared, this time included.
    let count: UInt32
  }

  /// Those that have been spared.
  private(set) var spared: [Spared] = []

  /// Finds out what contexts that are about to join hold, and what those hold that join with them;
  /// called without the lock.
  ///
  /// - Parameters:
  ///   - newcomers: Those that are about to join.
  ///   - guardPattern: The lock of the tree that they join.
  /// - Complexity: O(number of contexts that join and of their children).
  mutating func note(of newcomers: [Context], in guardPattern: UInt) {
    var remaining = newcomers.filter { $0.layout.hasStructure && !$0.isLive }
    var seen = Set(remaining.lazy.map(ObjectIdentifier.init))
    while let context = remaining.popLast() {
      for place in context.children {
        let child = place.context
        // Contexts that have left this tree and come back with the newcomer have its lock, too.
        if child.isLive {
          let own = child.guardLock.load(ordering: .acquiring)
          if own == guardPattern { claimed.insert(ObjectIdentifier(child)) }
        } else if child.layout.hasStructure, seen.insert(ObjectIdentifier(child)).inserted {
          remaining.append(child)
        }
      }
    }
  }

  /// Lets a context live on that has lost its last place, if a newcomer holds it; called with the lock
  /// held.
  ///
  /// - Returns: Whether it does.
  mutating func spare(_ context: Context) -> Bool {
    guard !claimed.isEmpty, claimed.contains(ObjectIdentifier(context)) else { return false }
    // It lives on, and may outlive the parent.
    context.formerParentLink = ContextLink(nil)
    context.ensuredParts.timesSpared &+= 1
    spared.append(Spared(context: context, count: context.ensuredParts.timesSpared))
    return true
  }
}

extension Settlement {
  /// Finds out which contexts that one change takes from their places are held by those that it adds;
  /// called without the lock.
  mutating func noteClaims(in edits: borrowing StructureEdits, of context: Context) {
    guard !edits.removed.isEmpty, !edits.added.isEmpty else { return }
    claims.note(of: edits.added, in: context.guardLock.load(ordering: .acquiring))
  }
}

extension Tree {
  /// Finds out which contexts that a commit has taken from their places are held by those that it adds;
  /// called without the lock.
  func noteClaims(in structural: [any PendingChange], _ settlement: inout Settlement) {
    let edits = structural.compactMap(\.edits)
    guard edits.contains(where: { !$0.removed.isEmpty }) else { return }
    for edits in edits { settlement.claims.note(of: edits.added, in: lock.bitPattern) }
  }

  /// Ends the lives of contexts that were spared and have not found a place, because the newcomer did not
  /// take them: it was refused, or another thread has changed it meanwhile; called without the lock.
  func endUnplaced(_ spared: [Claims.Spared]) {
    guard !spared.isEmpty else { return }
    var settlement = Settlement()
    lock.lock()
    // The guard first: only if it is this lock the rest is its. One that has found a place, lost it and been
    // spared again is the next commit's.
    for place in spared
    where place.context.guardLock.load(ordering: .relaxed) == lock.bitPattern
      && place.context.phase.isLive && place.context.parentLink.isNone
      && place.context.parts?.timesSpared == place.count
    {
      place.context.seal(&settlement)
    }
    if !settlement.departed.isEmpty {
      settlement.ticket = enqueue([], departed: settlement.departed, isReady: false)
    }
    lock.unlock()
    finish(settlement)
  }
}
