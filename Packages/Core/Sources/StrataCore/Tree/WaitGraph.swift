import StrataConcurrency

/// Who waits for whom, over all trees; finds circles of waiting threads.
///
/// Consulted only by a thread that is about to sleep, so its cost does not matter.
enum WaitGraph {
  private struct Wait {
    /// Whom it waits for, or `nil` while that is not decided.
    var holder: ThreadIdentity?
    let place: String
  }

  private static let waits = Locked<[ThreadIdentity: Wait]>([:], rank: .leaf)

  /// Notes that a thread is about to wait for another.
  ///
  /// - Returns: `nil`, or, if the wait would close a circle, the places that its members wait for.
  static func add(
    _ thread: ThreadIdentity,
    for holder: ThreadIdentity,
    at place: String
  ) -> [String]? {
    waits.withLock { waits -> [String]? in
      var places = [place]
      var next = holder
      while next != thread {
        guard let wait = waits[next] else {
          waits[thread] = Wait(holder: holder, place: place)
          return nil
        }
        places.append(wait.place)
        guard let following = wait.holder else {
          waits[thread] = Wait(holder: holder, place: place)
          return nil
        }
        next = following
      }
      return places
    }
  }

  /// Notes that what threads wait for has got, or has lost, a holder.
  static func point(_ waiters: [Waiter], to holder: ThreadIdentity?) {
    guard !waiters.isEmpty else { return }
    waits.withLock { waits in
      for waiter in waiters { waits[waiter.thread]?.holder = holder }
    }
  }

  /// Forgets threads that are about to be woken.
  static func remove(_ waiters: [Waiter]) {
    waits.withLock { waits in
      for waiter in waiters { waits[waiter.thread] = nil }
    }
  }
}
