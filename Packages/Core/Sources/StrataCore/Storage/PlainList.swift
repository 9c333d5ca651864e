/// A growable list of plain values, in memory of its own.
///
/// An array costs more where each access counts: its buffer is retained for an iteration, compared with its unique
/// owner before a change, and begins with 32 bytes of its own. This list has one owner, and checks no index in a
/// release build.
@safe
struct PlainList<Element: BitwiseCopyable>: ~Copyable {
  // SAFETY: has room for `capacity` elements, of which the first `count` are initialized; `nil` without room. The list
  // alone frees it.
  private var base: UnsafeMutablePointer<Element>?
  private var size: UInt32 = 0
  private var capacity: UInt32 = 0

  init() { unsafe base = nil }

  deinit { unsafe base?.deallocate() }

  var count: Int { @inline(__always) get { Int(size) } }

  var isEmpty: Bool { @inline(__always) get { size == 0 } }

  /// An element.
  ///
  /// - Precondition: The index is that of an element.
  subscript(index: Int) -> Element {
    @inline(__always) get { unsafe address(of: index).pointee }
    @inline(__always) set { unsafe address(of: index).pointee = newValue }
  }

  // SAFETY: `base` exists, because there is an element; see the precondition.
  /// The address of an element, until the list grows.
  ///
  /// - Precondition: The index is that of an element.
  @inline(__always)
  borrowing func address(of index: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index < count, "PlainList: no element at \(index)")
    return unsafe base.unsafelyUnwrapped + index
  }

  mutating func append(_ element: Element) {
    if size == capacity { grow() }
    unsafe (base.unsafelyUnwrapped + Int(size)).initialize(to: element)
    size += 1
  }

  /// Forgets the elements from an index on.
  mutating func removeAll(from index: Int = 0) { size = UInt32(index) }

  /// Forgets all elements, and frees the memory.
  mutating func reset() {
    unsafe base?.deallocate()
    unsafe base = nil
    size = 0
    capacity = 0
  }

  private mutating func grow() {
    let room = Swift.max(1, Int(capacity) * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: room)
    if let base = unsafe base {
      unsafe larger.moveInitialize(from: base, count: count)
      unsafe base.deallocate()
    }
    unsafe base = larger
    capacity = UInt32(room)
  }
}

@available(*, unavailable)
extension PlainList: Sendable {}
