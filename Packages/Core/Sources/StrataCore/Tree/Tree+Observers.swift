import StrataConcurrency
import Synchronization

/// What an observer of a tree asks for, found out before the tree's lock is taken: it is user code.
struct ObserverWishes: Sendable {
  let observer: any TreeObserver
  let rounds: Bool
  let tasks: Bool

  init(_ observer: any TreeObserver) {
    self.observer = observer
    rounds = observer.wantsRounds
    tasks = observer.wantsTasks
  }
}

extension Tree {
  /// Adds an observer; called with the lock held.
  func add(_ wishes: ObserverWishes) {
    observers.append(wishes.observer)
    lock.attention |= Attention.observers
    if wishes.rounds {
      roundWishes += 1
      TreeObserving.roundWishes.wrappingAdd(1, ordering: .relaxed)
      // Someone who is told of all changes: so each write makes a round.
      recorders.add(RoundWish(wishes.observer), id: WatchList.nextID())
      lock.attention |= Attention.recorders
    }
    if wishes.tasks {
      taskWishes += 1
      TreeObserving.taskWishes.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Removes an observer that is there; called with the lock held.
  ///
  /// - Returns: What to release when the lock is given back.
  func remove(_ wishes: ObserverWishes) -> [Any] {
    guard let index = observers.lastIndex(where: { $0 === wishes.observer }) else { return [] }
    var removed: [Any] = [observers.remove(at: index)]
    if observers.isEmpty { lock.attention &= ~Attention.observers }
    if wishes.rounds {
      roundWishes -= 1
      TreeObserving.roundWishes.wrappingSubtract(1, ordering: .relaxed)
      let wish = recorders.entries.last {
        ($0.watcher as? RoundWish)?.observer === wishes.observer
      }
      if let wish, let watcher = recorders.remove(id: wish.id) { removed.append(watcher) }
      if recorders.isEmpty { lock.attention &= ~Attention.recorders }
    }
    if wishes.tasks {
      taskWishes -= 1
      TreeObserving.taskWishes.wrappingSubtract(1, ordering: .relaxed)
    }
    return removed
  }

  /// Forgets the wishes of the observers that are still there, when the tree is gone.
  func forgetWishes() {
    TreeObserving.roundWishes.wrappingSubtract(roundWishes, ordering: .relaxed)
    TreeObserving.taskWishes.wrappingSubtract(taskWishes, ordering: .relaxed)
  }
}

/// Makes a round of each write for someone who is told of rounds.
private final class RoundWish: Watcher {
  let observer: any TreeObserver

  init(_ observer: any TreeObserver) {
    self.observer = observer
  }

  var origin: WatcherOrigin { WatcherOrigin(kind: "tree observer", callSite: .thisLine()) }

  func receive(_ change: borrowing Change) {}
}
