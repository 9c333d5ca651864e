import StrataConcurrency

/// The scope of a computation whose value is not stored.
///
/// It takes note of the trees that are read, and whoever looks for a cycle finds it.
// SAFETY: as for `ReadScope`; `moments` is touched by the thread of the computation alone, or by the one that
// goes on in its name while it waits.
final class ApartScope: ReadScope, @unchecked Sendable {
  /// Whose value is computed.
  let cell: DerivedCell
  /// The word of the scope in which the value was asked for.
  let outerScope: UInt
  /// How many such computations of the same value it is inside of.
  let nesting: Int
  /// When what is read was read, the cell's own tree first.
  private(set) var moments: [ReadMoment]

  /// Begins a computation; called with the cell's lock held.
  init(_ cell: DerivedCell) {
    self.cell = cell
    moments = [ReadMoment(cell.tree)]
    outerScope = unsafe TrackingScope.isAnyOpen ? UInt(bitPattern: TrackingScope.current) : 0
    nesting = Self.nesting(of: cell, in: outerScope)
    super.init()
    renewStamp()
  }

  override var hidesReads: Bool { true }

  // No mark on the slot: another run may need the one that it has.
  override func noteFirst(_ context: Context, _ slot: Int, _ stamp: UInt32) {
    context.countCommits(ofSlotAt: slot)
    moments.note(ReadMoment(context.tree))
  }

  override func noteValueApart(_ moments: [ReadMoment], isOwnDoing: Bool) {
    for moment in moments { self.moments.note(moment) }
  }

  /// The computation that the thread is in, if it is one whose value is not stored: whoever has begun that
  /// finds out whether another thread has written meanwhile.
  static var current: ApartScope? {
    guard TrackingScope.isAnyOpen, let pointer = unsafe TrackingScope.current else { return nil }
    // SAFETY: whoever has set a scope keeps it until what it has begun has ended.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer).takeUnretainedValue() as? ApartScope
  }

  /// How many such computations of a value the thread has begun.
  private static func nesting(of cell: DerivedCell, in scope: UInt) -> Int {
    var word = scope
    // SAFETY: as above.
    while let pointer = unsafe UnsafeRawPointer(bitPattern: word) {
      switch unsafe Unmanaged<ReadScope>.fromOpaque(pointer).takeUnretainedValue() {
      case let outer as DerivedCell: word = outer.run.outerScope
      case let outer as ApartScope:
        if outer.cell === cell { return outer.nesting + 1 }
        word = outer.outerScope
      default: return 0
      }
    }
    return 0
  }
}

extension Context {
  /// Has commits of a slot counted, whether or not a derived value is kept that has read it; called with the
  /// lock held.
  fileprivate func countCommits(ofSlotAt slot: Int) {
    guard phase.isLive, parts?.producer == nil else { return }
    let parts = ensuredParts
    while parts.edges.count <= slot { parts.edges.append(DependentEdges()) }
    unsafe headers[slot].flags.insert(.derived)
  }
}
