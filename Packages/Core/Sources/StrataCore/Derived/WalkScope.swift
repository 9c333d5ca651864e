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
  /// The word of the thread that waits for this one, if it runs on a fresh stack for that; only followed.
  private let waiting: UInt
  private let isOutermost: Bool
  private let isCounted: Bool
  private var isEntered = false

  /// Begins a walk.
  ///
  /// - Parameter outerScope: The word of the thread for which this one runs on a fresh stack; else zero.
  init(askedIn outerScope: UInt) {
    waiting = outerScope
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

  /// The word of the scope in which the walk was asked for, to be compared and followed.
  var outerWord: UInt {
    let outer = unsafe UInt(bitPattern: outer)
    return outer == 0 ? waiting : outer
  }

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
