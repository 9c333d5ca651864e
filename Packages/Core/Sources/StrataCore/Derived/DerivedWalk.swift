import StrataConcurrency
import Synchronization

/// Brings a derived value up to date, its sources first, without recursion.
///
/// The walk claims what it looks at, so one thread at a time validates or computes a value. A value of
/// which a source may have changed is not computed at once: its sources are brought up to date one after
/// the other, in the order in which they were read, and it is computed at the first that differs. If
/// none does, it holds.
struct DerivedWalk {
  /// How a walk ended.
  enum Outcome {
    /// The value holds, or did when the walk began.
    case updated
    /// The value cannot be stored now: the thread has to compute it for itself.
    case apart
    /// The value is stale, and there is no closure now that computes it.
    case unable
    /// The value is one that the thread is computing: that one.
    case cycle(DerivedCell)
  }

  private enum Step {
    case valid
    case evaluate
    case descend(DerivedCell)
    case apart
  }

  private let thread = LogicalThread.current
  /// The claimed cells, each a source of the one before, and last, perhaps, one that is not claimed.
  private var path: [DerivedCell]
  private var isLastClaimed = false
  /// The tree whose lock is held.
  private var tree: Tree

  private init(_ cell: DerivedCell) {
    path = [cell]
    tree = cell.tree
  }

  /// Brings a derived value up to date; called without a lock.
  @discardableResult
  static func update(_ cell: DerivedCell) -> Outcome {
    var walk = DerivedWalk(cell)
    walk.tree.lock.lock()
    defer { walk.tree.lock.unlock() }
    return walk.run()
  }

  private mutating func run() -> Outcome {
    while let cell = path.last {
      enter(cell.tree)
      if !isLastClaimed {
        switch claim(cell) {
        case .claimed: isLastClaimed = true
        case .unneeded:
          pop()
          continue
        case .again: continue
        case .refused(let outcome): return outcome
        }
      }
      switch nextStep(cell) {
      case .valid:
        cell.release()
        pop()
      case .evaluate:
        tree.lock.unlock()
        // Gives the claim back.
        let isStored = cell.evaluate()
        tree.lock.lock()
        pop()
        guard isStored else { return giveUp(.apart) }
      case .descend(let source):
        path.append(source)
        isLastClaimed = false
      case .apart:
        return giveUp(.apart)
      }
    }
    return .updated
  }

  private mutating func pop() {
    path.removeLast()
    isLastClaimed = true
  }

  /// Takes the lock of a tree instead of the one that is held.
  private mutating func enter(_ other: Tree) {
    guard other !== tree else { return }
    tree.lock.unlock()
    tree = other
    tree.lock.lock()
  }

  // MARK: Claims

  private enum Claim {
    case claimed
    case unneeded
    /// Ask again.
    case again
    case refused(Outcome)
  }

  private mutating func claim(_ cell: DerivedCell) -> Claim {
    if let runner = cell.runner {
      if runner == thread { return .refused(giveUp(.cycle(cell))) }
      return cell.wait(thread, for: runner) ? .again : .refused(giveUp(.apart))
    }
    if let before = cell.before, before.owner != thread {
      return before.isStale ? .refused(giveUp(.apart)) : .unneeded
    }
    guard cell.isStale || cell.isVolatile else { return .unneeded }
    if cell.isEnded { return .refused(giveUp(.apart)) }
    guard cell.canEvaluate else { return .refused(giveUp(.unable)) }
    cell.runner = thread
    cell.isStale = false
    cell.cursor = 0
    cell.hasDescended = false
    return .claimed
  }

  /// Gives all claims back; the cells are as stale as they were.
  private mutating func giveUp(_ outcome: Outcome) -> Outcome {
    var claimed = path
    if !isLastClaimed, !claimed.isEmpty { claimed.removeLast() }
    for cell in claimed.reversed() {
      enter(cell.tree)
      cell.isStale = true
      cell.release()
    }
    path = []
    return outcome
  }

  // MARK: Steps

  /// What is to be done next about a claimed cell.
  private mutating func nextStep(_ cell: DerivedCell) -> Step {
    if cell.isUnsettled || cell.isVolatile || cell.version == 0 { return .evaluate }
    while cell.cursor < cell.sources.entries.count {
      switch check(cell.sources.entries[cell.cursor], of: cell) {
      case .same:
        cell.cursor += 1
        cell.hasDescended = false
      case .changed: return .evaluate
      case .apart: return .apart
      case .stale(let source):
        cell.hasDescended = true
        return .descend(source)
      }
    }
    return .valid
  }

  private enum Check {
    case same
    case changed
    case stale(DerivedCell)
    case apart
  }

  private mutating func check(_ source: DerivedSources.Source, of cell: DerivedCell) -> Check {
    let context = source.context
    if context.guardLock.load(ordering: .relaxed) == tree.lock.bitPattern {
      return check(source, hasDescended: cell.hasDescended)
    }
    tree.lock.unlock()
    let lock = context.lock()
    let result = check(source, hasDescended: cell.hasDescended)
    lock.unlock()
    tree.lock.lock()
    return result
  }

  /// Whether a source has changed; called with the lock of its context held.
  private func check(_ source: DerivedSources.Source, hasDescended: Bool) -> Check {
    let context = source.context
    guard context.phase.isLive, let parts = context.parts, parts.life == source.life,
      source.slot < parts.edges.count
    else { return .changed }
    if let producer = parts.producer {
      if let before = producer.before, before.owner != thread {
        if before.isStale { return .apart }
        return before.version == source.seen ? .same : .changed
      }
      if producer.isVolatile { return .changed }
      if !hasDescended, producer.isStale || producer.runner != nil {
        // Whoever reads it brings the closure.
        return producer.canEvaluate ? .stale(producer) : .changed
      }
      return producer.version == source.seen ? .same : .changed
    }
    let edges = parts.edges[source.slot]
    if edges.unsettledChanges > 0 { return .changed }
    let isForeignTransaction =
      unsafe context.headers[source.slot].flags.contains(.held)
      && context.tree.transaction.owner != thread
    let version = isForeignTransaction ? edges.committedVersion ?? edges.version : edges.version
    return version == source.seen ? .same : .changed
  }
}
