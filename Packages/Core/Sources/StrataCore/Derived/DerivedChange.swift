import StrataConcurrency

// Without the value's type: what is generic and not specialised asks the runtime for types at each step,
// which cost several times what is done here.
/// What a round has to say of a derived value: whether it differs is found out when its turn comes.
final class DerivedChange: PendingChange {
  private let cell: DerivedCell
  private let formerVersion: UInt64
  /// Whether the value differs, once that is known; the deliverer's.
  private var isDifferent: Bool?

  init(cell: DerivedCell, since version: UInt64) {
    self.cell = cell
    formerVersion = version
  }

  var context: Context { cell.context }
  var slot: Int { 0 }
  var edits: StructureEdits?
  var isOfDerivedValue: Bool { true }
  var isFoundSignificant: Bool { isDifferent ?? false }
  var isForced = false
  var versionBefore: UInt64?
  var versionAfter: UInt64 = 0

  /// Brings the value up to date, when it is asked first; asked by the thread that delivers.
  var isSignificant: Bool {
    if let isDifferent { return isDifferent }
    let found = update()
    isDifferent = found
    return found
  }

  private func update() -> Bool {
    let tree = cell.tree
    cell.lock.lock()
    let outcome = DerivedWalk.update(cell)
    let unused = cell.takeApart()
    // What is released may be the user's.
    defer { withExtendedLifetime(unused) { cell.lock.unlock() } }
    // What a transaction has touched is told of when that ends.
    guard !cell.isEnded, !cell.condition.contains(.divided) else { return false }
    // Only a read brings the closure: whoever watches has to look.
    if case .unable = outcome { return cell.version != 0 }
    if cell.isStale { tree.enqueueChange(of: cell) }
    return cell.version != formerVersion && cell.version != 0
  }

  func copyOld(to memory: UnsafeMutableRawPointer) -> Bool { false }

  func captureNewValue() {}

  func withChange(round: UInt64, cause: Cause?, _ body: (borrowing Change) -> Void) {
    unsafe cell.withLastContent { new in
      body(
        unsafe Change(
          context: context,
          slot: 0,
          round: round,
          cause: cause,
          edits: nil,
          old: nil,
          new: new
        )
      )
    }
  }

  func tell(_ watcher: any Watcher, round: UInt64, cause: Cause?) {
    // It looks at the value itself.
    if let observer = watcher as? DerivedObserver { return observer.tell(cause) }
    withChange(round: round, cause: cause) { watcher.receive($0) }
  }
}
