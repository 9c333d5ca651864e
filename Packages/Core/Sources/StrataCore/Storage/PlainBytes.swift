public import Synchronization

/// Small values of plain bytes: numbers, flags, dates, points, ranges, optionals of these.
///
/// A slot of such values is read without the tree's lock. Each store to it is therefore atomic, although the writer
/// holds the lock for other reasons. A *word* is stored in one access. A longer value, or one of an odd size, is stored
/// in pieces, between two steps of a count that readers compare.
@usableFromInline
enum PlainBytes: Sendable {
  /// Whether values of a type are read without the lock; a constant where the type is known at compile time.
  @inlinable
  @inline(__always)
  static func areOf<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type) && MemoryLayout<Value>.size > 0 && MemoryLayout<Value>.size <= 32
      && MemoryLayout<Value>.alignment <= 8
  }

  /// The bytes of a value that is read without the lock, or 0 for another type.
  @inlinable
  @inline(__always)
  static func size<Value>(_ type: Value.Type) -> Int {
    areOf(type) ? MemoryLayout<Value>.size : 0
  }

  /// Whether a type is one of the standard library's numbers or truth values.
  ///
  /// Their equality is no code of the program. The result is a constant where the type is known at compile time.
  @inlinable
  @inline(__always)
  static func areNumber<Value>(_ type: Value.Type) -> Bool {
    type == Int.self || type == Bool.self || type == Double.self || type == Float.self
      || type == Int64.self || type == UInt64.self || type == Int32.self || type == UInt32.self
      || type == UInt.self || type == UInt8.self
  }

  /// Whether the processor loads and stores values of a type in one access.
  @inlinable
  @inline(__always)
  static func areWord<Value>(_ type: Value.Type) -> Bool {
    switch MemoryLayout<Value>.size {
    case 1, 2, 4, 8: true
    default: false
    }
  }

  /// Loads a value that another thread may store meanwhile; without a word-sized type, its pieces may be of several
  /// values.
  ///
  /// - Precondition: ``areOf(_:)`` is true for the type, and `address` is that of a slot of it.
  @inlinable
  @inline(__always)
  static func load<Value>(_ address: UnsafeMutableRawPointer, as type: Value.Type) -> Value {
    var room: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    return unsafe _withUnprotectedUnsafeMutablePointer(to: &room) { room in
      let room = UnsafeMutableRawPointer(room)
      forEachPiece(of: MemoryLayout<Value>.size) { offset, width in
        // SAFETY: a slot is aligned to eight bytes and a piece begins at a multiple of its width. An
        // atomic has the layout of its integer. `room` has room and alignment for any value.
        switch width {
        case 8:
          let piece = unsafe (address + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
          unsafe room.storeBytes(
            of: piece.pointee.load(ordering: .acquiring),
            toByteOffset: offset,
            as: UInt64.self
          )
        case 4:
          let piece = unsafe (address + offset).assumingMemoryBound(to: Atomic<UInt32>.self)
          unsafe room.storeBytes(
            of: piece.pointee.load(ordering: .acquiring),
            toByteOffset: offset,
            as: UInt32.self
          )
        case 2:
          let piece = unsafe (address + offset).assumingMemoryBound(to: Atomic<UInt16>.self)
          unsafe room.storeBytes(
            of: piece.pointee.load(ordering: .acquiring),
            toByteOffset: offset,
            as: UInt16.self
          )
        default:
          let piece = unsafe (address + offset).assumingMemoryBound(to: Atomic<UInt8>.self)
          unsafe room.storeBytes(
            of: piece.pointee.load(ordering: .acquiring),
            toByteOffset: offset,
            as: UInt8.self
          )
        }
      }
      return unsafe room.assumingMemoryBound(to: Value.self).pointee
    }
  }

  /// Stores a value that another thread may load meanwhile; called with the lock held.
  ///
  /// - Precondition: ``areOf(_:)`` is true for the type, and `address` is that of a slot of it.
  @inlinable
  @inline(__always)
  static func store<Value>(_ value: Value, to address: UnsafeMutableRawPointer) {
    unsafe _withUnprotectedUnsafePointer(to: value) { value in
      let value = unsafe UnsafeRawPointer(value)
      forEachPiece(of: MemoryLayout<Value>.size) { offset, width in
        // SAFETY: as in `load`.
        switch width {
        case 8:
          let piece = unsafe (address + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
          unsafe piece.pointee.store(
            value.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
            ordering: .releasing
          )
        case 4:
          let piece = unsafe (address + offset).assumingMemoryBound(to: Atomic<UInt32>.self)
          unsafe piece.pointee.store(
            value.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
            ordering: .releasing
          )
        case 2:
          let piece = unsafe (address + offset).assumingMemoryBound(to: Atomic<UInt16>.self)
          unsafe piece.pointee.store(
            value.loadUnaligned(fromByteOffset: offset, as: UInt16.self),
            ordering: .releasing
          )
        default:
          let piece = unsafe (address + offset).assumingMemoryBound(to: Atomic<UInt8>.self)
          unsafe piece.pointee.store(
            value.loadUnaligned(fromByteOffset: offset, as: UInt8.self),
            ordering: .releasing
          )
        }
      }
    }
  }

  /// Calls a closure with the offset and width of each piece of a value.
  @inlinable
  @inline(__always)
  static func forEachPiece(of size: Int, _ body: (_ offset: Int, _ width: Int) -> Void) {
    var offset = 0
    while offset &+ 8 <= size {
      body(offset, 8)
      offset &+= 8
    }
    if size & 4 != 0 {
      body(offset, 4)
      offset &+= 4
    }
    if size & 2 != 0 {
      body(offset, 2)
      offset &+= 2
    }
    if size & 1 != 0 { body(offset, 1) }
  }
}
