import Synchronization

/// What a walk changes of its thread, and gives back.
///
/// A walk inside of a computation finds all in the scope of that: it counts nothing, and asks for one
/// word of the thread.
@safe
struct WalkScope: ~Copyable {
  /// Where the stack is used up.
  private(set) var stackLimit: UInt
  // SAFETY: whoever has set the scope keeps it until this walk has ended.
  private let outer: UnsafeMutableRawPointer?
  private let isOutermost: Bool
  private let isCounted: Bool
  private var isEntered = false

  init() {
    unsafe outer = unsafe TrackingScope.isAnyOpen ? TrackingScope.current : nil
    var limit: UInt = 0
    if let outer = unsafe outer {
      // SAFETY: as above.
      limit = unsafe Unmanaged<ReadScope>.fromOpaque(outer)._withUnsafeGuaranteedRef {
        $0.stackLimit
      }
    }
    isCounted = limit == 0
    if limit == 0 { limit = DeepStack.limit }
    isOutermost = limit == 0
    stackLimit = isOutermost ? DeepStack.limitFromHere : limit
  }

  /// Goes on on a fresh stack, for a thread that waits.
  ///
  /// - Parameter outerWord: The word of that thread.
  init(resuming outerWord: UInt) {
    unsafe outer = unsafe UnsafeMutableRawPointer(bitPattern: outerWord)
    stackLimit = DeepStack.limit
    isOutermost = false
    isCounted = true
  }

  /// The word of the thread from before, to be compared and followed.
  var outerWord: UInt { unsafe UInt(bitPattern: outer) }

  /// Whether there is room for computations on the stack.
  var hasRoom: Bool { !DeepStack.isUsed(upTo: stackLimit) }

  /// Lets a cell know what the thread reads.
  @inline(__always)
  mutating func enter(_ cell: DerivedCell) {
    if !isEntered { begin() }
    // SAFETY: the walk's caller holds the cell, or what it has claimed does.
    unsafe TrackingScope.current = Unmanaged.passUnretained(cell).toOpaque()
  }

  private mutating func begin() {
    isEntered = true
    if isCounted { TrackingScope.openCount.wrappingAdd(1, ordering: .relaxed) }
    if isOutermost { DeepStack.limit = stackLimit }
  }

  /// Lets the scope from before know for a while.
  func pause() { unsafe TrackingScope.current = outer }

  /// Gives everything back.
  @inline(__always)
  mutating func leave() {
    guard isEntered else { return }
    unsafe TrackingScope.current = outer
    if isCounted { TrackingScope.openCount.wrappingSubtract(1, ordering: .relaxed) }
    if isOutermost { DeepStack.limit = 0 }
  }
}
