import StrataConcurrency

/// What a round has to say of a derived value: whether it differs is found out when its turn comes.
final class DerivedChange<Value: Sendable, Failure: Error>: PendingChange {
  private let cell: ValueCell<Value, Failure>
  private let formerVersion: UInt64
  private var new: Result<Value, Failure>?

  init(cell: ValueCell<Value, Failure>, since version: UInt64) {
    self.cell = cell
    formerVersion = version
  }

  var context: Context { cell.context }
  var slot: Int { 0 }
  var edits: StructureEdits?
  var isOfDerivedValue: Bool { true }
  var isForced = false
  var versionBefore: UInt64?
  var versionAfter: UInt64 = 0

  /// Brings the value up to date; asked by the thread that delivers.
  var isSignificant: Bool {
    let tree = cell.tree
    tree.lock.lock()
    var unused: AnyObject?
    // What is released may be the user's.
    defer { withExtendedLifetime(unused) { tree.lock.unlock() } }
    let outcome = DerivedWalk.update(cell)
    unused = cell.takeApart()
    // What a transaction has touched is told of when that ends.
    guard !cell.isEnded, cell.before == nil else { return false }
    new = cell.lastContent
    // Only a read brings the closure: whoever watches has to look.
    if case .unable = outcome { return true }
    if cell.isStale { tree.enqueueChange(of: cell) }
    return cell.version != formerVersion
  }

  func copyOld(to memory: UnsafeMutableRawPointer) -> Bool { false }

  func captureNewValue() {}

  func withChange(round: UInt64, cause: Cause?, _ body: (borrowing Change) -> Void) {
    guard let new else { return }
    unsafe withUnsafePointer(to: new) { new in
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
}
