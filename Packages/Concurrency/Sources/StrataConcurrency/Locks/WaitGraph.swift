/// The waits of threads for one another, over all trees, stores and executors; finds cycles of waiting threads.
///
/// Consulted only by a thread that is about to sleep, so its cost does not matter.
///
/// The lock has a rank of its own behind the leaf locks, because some owners note a wait under a leaf lock.
@_spi(Strata)
public enum WaitGraph: Sendable {
  private struct Wait {
    /// The thread that it waits for, or `nil` while that is not decided.
    var holder: ThreadIdentity?
    let place: String
    /// Ends a wait that may be given up; `nil` for one that may not.
    let giveUp: (@Sendable () -> Void)?
  }

  private static let waits = Locked<[ThreadIdentity: Wait]>([:], rank: LockRank(61))

  /// Notes that a thread is about to wait for another.
  ///
  /// A cycle through a wait that may be given up is no deadlock, because that wait is ended instead. So is a wait that
  /// may be given up for a thread that is not known, when another thread waits for the waiting one.
  ///
  /// - Parameters:
  ///   - thread: The thread that is about to wait.
  ///   - holder: The thread that it waits for; `nil` while that is not known.
  ///   - place: The resource that it waits for, for a report.
  ///   - giveUp: Ends the wait, if it may be given up; called at most once, under the graph's lock.
  /// - Returns: `nil`, or, if the wait would close a cycle, the resources that the threads of the cycle wait for.
  public static func add(
    _ thread: ThreadIdentity,
    for holder: ThreadIdentity?,
    at place: String,
    giveUp: (@Sendable () -> Void)? = nil
  ) -> [String]? {
    waits.withLock { waits -> [String]? in
      var places = [place]
      if holder == nil, giveUp != nil, waits.values.contains(where: { $0.holder == thread }) {
        return places
      }
      var following = holder
      while let next = following {
        if next == thread { return places }
        guard let wait = waits[next] else { break }
        // A wait that may be given up always yields to one that may not.
        if let end = wait.giveUp, giveUp == nil,
          wait.holder == nil || leads(from: wait.holder, to: thread, waits)
        {
          waits[next] = nil
          end()
          break
        }
        places.append(wait.place)
        following = wait.holder
      }
      waits[thread] = Wait(holder: holder, place: place, giveUp: giveUp)
      return nil
    }
  }

  /// Whether a chain of waits ends at a thread.
  private static func leads(
    from first: ThreadIdentity?,
    to thread: ThreadIdentity,
    _ waits: [ThreadIdentity: Wait]
  ) -> Bool {
    var next = first
    while let current = next {
      if current == thread { return true }
      next = waits[current]?.holder
    }
    return false
  }

  /// Notes that the awaited resource of threads has got, or has lost, a holder.
  public static func point(_ threads: [ThreadIdentity], to holder: ThreadIdentity?) {
    guard !threads.isEmpty else { return }
    waits.withLock { waits in
      for thread in threads { waits[thread]?.holder = holder }
    }
  }

  /// Forgets threads that are about to be woken.
  public static func remove(_ threads: [ThreadIdentity]) {
    guard !threads.isEmpty else { return }
    waits.withLock { waits in
      for thread in threads { waits[thread] = nil }
    }
  }
}
