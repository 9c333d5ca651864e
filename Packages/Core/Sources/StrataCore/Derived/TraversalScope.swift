import Synchronization

/// The state of its thread that a traversal changes and restores.
///
/// A traversal inside a computation finds everything in that computation's scope. It counts nothing, and loads one word
/// of the thread.
@safe
struct TraversalScope: ~Copyable {
  /// The address at which the stack is used up.
  private(set) var stackLimit: UInt
  // SAFETY: the code that has set the scope retains it until this traversal has ended.
  private let outer: UnsafeMutableRawPointer?
  private let isOutermost: Bool
  private let isCounted: Bool
  /// The word of the thread, once the traversal has changed it.
  private var word: TrackingScope.Word?

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

  /// Continues on a fresh stack, for a thread that waits.
  ///
  /// - Parameter outerWord: The word of that thread.
  init(resuming outerWord: UInt) {
    unsafe outer = unsafe UnsafeMutableRawPointer(bitPattern: outerWord)
    stackLimit = DeepStack.limit
    isOutermost = false
    isCounted = true
  }

  /// The previous word of the thread, to be compared and followed.
  var outerWord: UInt { unsafe UInt(bitPattern: outer) }

  /// Whether there is room for computations on the stack.
  var hasRoom: Bool { !DeepStack.isUsed(upTo: stackLimit) }

  /// Makes a node record the thread's reads.
  @inline(__always)
  mutating func enter(_ node: DerivedNode) {
    // SAFETY: the traversal's caller retains the node, or an owned node does.
    unsafe (word ?? begin()).scope = Unmanaged.passUnretained(node).toOpaque()
  }

  @inline(never)
  private mutating func begin() -> TrackingScope.Word {
    let word = TrackingScope.Word.current
    self.word = word
    if isCounted { TrackingScope.openCount.wrappingAdd(1, ordering: .relaxed) }
    if isOutermost { DeepStack.limit = stackLimit }
    return word
  }

  /// Restores the previous scope temporarily.
  func pause() { unsafe word?.scope = outer }

  /// Restores the thread's state.
  @inline(__always)
  mutating func leave() {
    guard let word else { return }
    unsafe word.scope = outer
    if isCounted { TrackingScope.openCount.wrappingSubtract(1, ordering: .relaxed) }
    if isOutermost { DeepStack.limit = 0 }
  }
}
