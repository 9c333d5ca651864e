import StrataConcurrency

/// The entries that a journal has not handed over yet, in the order of the commits, and who hands over.
///
/// A pure machine: it lives under its journal's lock.
struct UnnotifiedEntries {
  /// Those in front of `head` have been taken.
  private var entries: ContiguousArray<JournalEntry?> = []
  private var head = 0
  /// The thread that hands entries over.
  private(set) var notifier: ThreadIdentity?
  /// How often that thread has begun: what it calls may hand over as well.
  private var depth = 0
  /// Whether threads wait for the role to be given back.
  var isAwaited = false

  var isEmpty: Bool { head == entries.count }

  /// The first entry.
  var first: JournalEntry? { isEmpty ? nil : entries[head] }

  /// Whether there is nothing that another thread than one still has to hand over.
  func isSettled(for thread: ThreadIdentity) -> Bool {
    isEmpty && (notifier == nil || notifier == thread)
  }

  /// Adds the entry of a commit.
  ///
  /// - Complexity: Amortised O(1).
  mutating func append(_ entry: JournalEntry) {
    entries.append(entry)
  }

  /// What the thread is to do that wants to hand entries over.
  enum Step {
    /// Hand this one over, then ask again.
    case handOver(JournalEntry)
    /// The role is given back; if others wait for that, they are to be woken.
    case done(isAwaited: Bool)
  }

  /// Takes the role of handing over, unless another thread has it.
  mutating func begin(_ thread: ThreadIdentity, through last: UInt64) -> Step {
    guard notifier == nil || notifier == thread else { return .done(isAwaited: false) }
    notifier = thread
    depth += 1
    return next(through: last)
  }

  /// Takes the first entry out, or gives the role back if there is none whose commit has been made completely.
  ///
  /// - Parameter last: The round of the last entry to hand over.
  /// - Returns: What to do.
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
