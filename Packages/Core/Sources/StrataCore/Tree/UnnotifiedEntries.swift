import StrataConcurrency

/// The entries that a change log has not handed over yet, in the order of the commits, and the thread that hands over.
///
/// It is a pure machine under its change log's lock.
struct UnnotifiedEntries {
  /// The entries before `head` have been taken.
  private var entries: ContiguousArray<ChangeLogEntry?> = []
  private var head = 0
  /// The thread that hands entries over.
  private(set) var notifier: ThreadIdentity?
  /// How often that thread has begun, because the code it calls may hand over as well.
  private var depth = 0
  /// Whether threads wait for the end of the role.
  var isAwaited = false

  var isEmpty: Bool { head == entries.count }

  /// The first entry.
  var first: ChangeLogEntry? { isEmpty ? nil : entries[head] }

  /// Whether no other thread still has an entry to hand over.
  func isSettled(for thread: ThreadIdentity) -> Bool {
    isEmpty && (notifier == nil || notifier == thread)
  }

  /// Adds the entry of a commit.
  ///
  /// - Complexity: Amortised O(1).
  mutating func append(_ entry: ChangeLogEntry) {
    entries.append(entry)
  }

  /// The next action of a thread that hands entries over.
  enum Step {
    /// Hand this one over, then ask again.
    case handOver(ChangeLogEntry)
    /// The role has ended; if others wait for that, they have to be woken.
    case done(isAwaited: Bool)
  }

  /// Takes the role of handing over, unless another thread has it.
  mutating func begin(_ thread: ThreadIdentity, through last: UInt64) -> Step {
    guard notifier == nil || notifier == thread else { return .done(isAwaited: false) }
    notifier = thread
    depth += 1
    return next(through: last)
  }

  /// Takes the first entry out, or ends the role if no commit is complete.
  ///
  /// - Parameter last: The round of the last entry to hand over.
  /// - Returns: The next action.
  mutating func next(through last: UInt64) -> Step {
    if let first, first.isComplete(through: last) {
      entries[head] = nil
      head += 1
      if head == entries.count {
        entries.removeAll(keepingCapacity: true)
        head = 0
      } else if head >= 32, head * 2 >= entries.count {
        entries.removeFirst(head)
        head = 0
      }
      return .handOver(first)
    }
    depth -= 1
    guard depth == 0 else { return .done(isAwaited: false) }
    notifier = nil
    defer { isAwaited = false }
    return .done(isAwaited: isAwaited)
  }
}

@available(*, unavailable)
extension UnnotifiedEntries: Sendable {}

@available(*, unavailable)
extension UnnotifiedEntries.Step: Sendable {}
