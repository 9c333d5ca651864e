import Dispatch
import StrataConcurrency
import Synchronization

/// A program whose threads never pause, with the conditions that must be true while they run.
public enum StressProgram: String, CaseIterable, Sendable {
  /// Undo and redo beside transactions of other threads.
  case undo
  /// Events, writes and removals of models by eight threads.
  case removals
  /// A memoized sum over groups, while eight threads transfer between them.
  case sums
  /// Writers and senders that never pause, with slow observers: no queue grows, and each subscribes in time.
  case queues

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - seed: Chooses what each thread does; the order among threads is the system's.
  ///   - isOver: Asked by each thread before each step.
  /// - Throws: ``TortureFault``.
  public func run(seed: UInt64, until isOver: @escaping @Sendable () -> Bool) throws {
    switch self {
    case .undo: try UndoStress(seed: seed).run(until: isOver)
    case .removals: try RemovalStress(seed: seed).run(until: isOver)
    case .sums: try SumStress(seed: seed).run(until: isOver)
    case .queues: try QueueStress(seed: seed).run(until: isOver)
    }
  }
}

/// Runs steps on several threads until it is over, or one of them has found a fault.
///
/// - Parameters:
///   - roles: The repeated work of each thread; throws a fault.
///   - seed: The seed of the first thread's generator.
///   - isOver: Asked before each step.
func runThreads(
  _ roles: [@Sendable (inout SeededGenerator) throws -> Void],
  seed: UInt64,
  until isOver: @escaping @Sendable () -> Bool
) throws {
  let fault = Locked<TortureFault?>(nil, rank: .leaf)
  let isFound = Atomic<Bool>(false)
  DispatchQueue.concurrentPerform(iterations: roles.count) { index in
    var random = SeededGenerator(seed: seed &+ UInt64(index))
    do {
      while !isOver(), !isFound.load(ordering: .relaxed) { try roles[index](&random) }
    } catch {
      fault.withLock { $0 = $0 ?? TortureFault("\(error)") }
      isFound.store(true, ordering: .relaxed)
    }
  }
  if let fault = fault.withLock({ $0 }) { throw fault }
}
