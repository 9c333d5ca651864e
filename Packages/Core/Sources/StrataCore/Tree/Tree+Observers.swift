import StrataConcurrency
import Synchronization

/// The requests of a tree's observer, evaluated before the tree's lock is taken, because they are user code.
struct ObserverWishes: Sendable {
  let observer: any TreeObserver
  let rounds: Bool
  let writes: Bool
  let tasks: Bool

  init(_ observer: any TreeObserver) {
    self.observer = observer
    rounds = observer.wantsRounds
    writes = rounds && observer.wantsWrites
    tasks = observer.wantsTasks
  }
}

extension Tree {
  /// Adds an observer; called with the lock held.
  func add(_ wishes: ObserverWishes) {
    observers.append(wishes.observer)
    lock.flagWord |= TreeFlags.observers
    if wishes.rounds {
      roundWishes += 1
      TreeObserving.roundWishes.wrappingAdd(1, ordering: .relaxed)
    }
    if wishes.writes {
      // A listener to all changes, so that each write makes a round.
      changeListeners.add(RoundWish(wishes.observer), id: WatchList.nextID())
      noteChangeListeners()
    }
    if wishes.tasks {
      taskWishes += 1
      TreeObserving.taskWishes.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Removes a registered observer; called with the lock held.
  ///
  /// - Returns: The objects to release after the lock.
  func remove(_ wishes: ObserverWishes) -> [Any] {
    guard let index = observers.lastIndex(where: { $0 === wishes.observer }) else { return [] }
    var removed: [Any] = [observers.remove(at: index)]
    if observers.isEmpty { lock.flagWord &= ~TreeFlags.observers }
    if wishes.rounds {
      roundWishes -= 1
      TreeObserving.roundWishes.wrappingSubtract(1, ordering: .relaxed)
    }
    if wishes.writes {
      let wish = changeListeners.entries.last {
        ($0.observer as? RoundWish)?.observer === wishes.observer
      }
      if let wish, let observer = changeListeners.remove(id: wish.id) { removed.append(observer) }
      noteChangeListeners()
    }
    if wishes.tasks {
      taskWishes -= 1
      TreeObserving.taskWishes.wrappingSubtract(1, ordering: .relaxed)
    }
    return removed
  }

  /// Withdraws the requests of the remaining observers, when the tree is released.
  func forgetWishes() {
    TreeObserving.roundWishes.wrappingSubtract(roundWishes, ordering: .relaxed)
    TreeObserving.taskWishes.wrappingSubtract(taskWishes, ordering: .relaxed)
  }
}

/// Makes each write a round, for an observer that requests rounds.
private final class RoundWish: SlotObserver {
  let observer: any TreeObserver

  init(_ observer: any TreeObserver) {
    self.observer = observer
  }

  var site: ObserverSite { ObserverSite(kind: "tree observer", callSite: .thisLine()) }

  func receive(_ change: borrowing Change) {}

  func didDeliver(_ write: borrowing DeliveredWrite) { observer.didDeliver(write) }
}
