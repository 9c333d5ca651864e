/// Decides which thread delivers rounds of notifications, and in which order.
///
/// One thread at a time is the delivery owner. A thread that commits a round while another delivers leaves it in the
/// queue and goes on. A round that the delivery owner's own callbacks commit waits its turn in the same way, so
/// delivery never recurses. A round may be queued before it is ready, because its commit must still run code of the
/// user's. It stays in its position and blocks those behind it until ``markReady(_:)``.
///
/// A pure machine under its owner's lock; it returns what the owner has to do outside of the lock.
///
/// It is inlinable throughout. As a generic of another module, asked for its metadata at each step, it took a third of
/// the cost of appending a row to a list.
public struct RoundQueue<Round> {
  /// Names a queued round.
  public struct Ticket: Sendable, Hashable {
    @usableFromInline let number: UInt

    @inlinable
    init(number: UInt) {
      self.number = number
    }
  }

  @usableFromInline
  struct Entry {
    @usableFromInline var round: Round?
    @usableFromInline let generation: Int
    @usableFromInline var isReady: Bool

    @inlinable
    init(round: Round?, generation: Int, isReady: Bool) {
      self.round = round
      self.generation = generation
      self.isReady = isReady
    }
  }

  /// Rounds not taken yet; those before `head` are taken and empty.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var head = 0
  /// The ticket number of `entries[0]`.
  @usableFromInline var firstNumber: UInt = 0
  /// The position of the delivered round in its chain of rounds that cause one another, from 1.
  ///
  /// A round that never enters the queue is the first of its chain.
  @usableFromInline var generation = 1

  @usableFromInline var delivering = false

  /// Whether a thread is the delivery owner.
  @inlinable public var isDelivering: Bool { delivering }

  /// Whether the round that is being delivered was caused by another one.
  @inlinable public var isDeliveringCaused: Bool { generation > 1 }

  /// How many rounds wait for their delivery.
  @inlinable public var waitingCount: Int { entries.count - head }

  /// Makes an idle queue.
  @inlinable
  public init() {}

  /// Whether no thread delivers and nothing waits.
  @inlinable public var isIdle: Bool { !isDelivering && head == entries.count }

  /// Takes the role for a thread that has delivered a round which never entered the queue.
  ///
  /// The owner of the queue may deliver a single change without the queue while the queue is idle. Rounds that were
  /// queued meanwhile count as caused by that change.
  @inlinable
  public mutating func resumeDelivering() {
    precondition(!isDelivering, "RoundQueue: a thread resumes while another delivers")
    delivering = true
  }

  /// Gives the role up while rounds wait; the next that is queued finds it free.
  @inlinable
  public mutating func stopDelivering() {
    precondition(isDelivering, "RoundQueue: only the deliverer may stop")
    delivering = false
    generation = 1
  }

  /// Queues a round behind those committed before it.
  ///
  /// - Parameters:
  ///   - round: The round.
  ///   - isReady: Whether it may be delivered when its turn comes.
  ///   - isCaused: Whether the thread that delivers commits it, from a callback.
  /// - Returns: The ticket for ``markReady(_:)``.
  @inlinable
  public mutating func enqueue(_ round: Round, isReady: Bool, isCaused: Bool) -> Ticket {
    let generation = isCaused ? generation + 1 : 1
    entries.append(Entry(round: round, generation: generation, isReady: isReady))
    return Ticket(number: firstNumber &+ UInt(entries.count - 1))
  }

  /// Lets a queued round be delivered when its turn comes.
  @inlinable
  public mutating func markReady(_ ticket: Ticket) {
    let index = Int(ticket.number &- firstNumber)
    precondition(entries.indices.contains(index), "RoundQueue: unknown ticket \(ticket.number)")
    entries[index].isReady = true
  }

  /// Takes the role if it is free and the first round is ready.
  ///
  /// - Returns: Whether the caller now delivers and must call ``next(limit:)``.
  @inlinable
  public mutating func beginDelivering() -> Bool {
    guard !isDelivering, head < entries.count, entries[head].isReady else { return false }
    delivering = true
    return true
  }

  /// The next step of the delivery owner.
  @frozen
  public enum Step {
    /// Deliver this round, then ask again.
    case deliver(Round)
    /// This round is the last of a chain longer than the limit: report it instead of delivering it,
    /// then ask again.
    case breakCycle(Round)
    /// The role is given up.
    case done
  }

  /// Ends the current round and returns the next step.
  ///
  /// - Parameter limit: The longest allowed chain of rounds that cause one another.
  /// - Returns: The next step of the delivery owner.
  @inlinable
  public mutating func next(limit: Int) -> Step {
    precondition(isDelivering, "RoundQueue: only the deliverer may ask for the next round")
    guard head < entries.count else {
      delivering = false
      generation = 1
      return .done
    }
    return takeFirst(limit: limit)
  }

  @inlinable
  mutating func takeFirst(limit: Int) -> Step {
    guard entries[head].isReady, let round = entries[head].round else {
      delivering = false
      generation = 1
      return .done
    }
    generation = entries[head].generation
    entries[head].round = nil
    head += 1
    // The array is compacted only when at least half is spent, so that a round costs amortised constant time.
    if head == entries.count {
      firstNumber &+= UInt(entries.count)
      entries.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= entries.count {
      firstNumber &+= UInt(head)
      entries.removeFirst(head)
      head = 0
    }
    return generation > limit ? .breakCycle(round) : .deliver(round)
  }
}

extension RoundQueue: Sendable where Round: Sendable {}
extension RoundQueue.Entry: Sendable where Round: Sendable {}
extension RoundQueue.Step: Sendable where Round: Sendable {}
