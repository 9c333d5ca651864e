import Testing

@testable import StrataCore

/// The types whose values are read without the lock.
@Suite struct PlainBytesTests {
  @Test func smallValuesOfPlainBytesAreReadWithoutTheLock() {
    #expect(PlainBytes.areOf(Bool.self))
    #expect(PlainBytes.areOf((Double, Float)?.self))
    #expect(PlainBytes.areOf((Int, Int, Int, Int).self))
    #expect(PlainBytes.size((Int, Int, Int, Int).self) == 32)
  }

  @Test func otherValuesAreNot() {
    #expect(!PlainBytes.areOf(Void.self))
    #expect(!PlainBytes.areOf((Int, Int, Int, Int, Bool).self))
    #expect(!PlainBytes.areOf(String.self))
    #expect(!PlainBytes.areOf(SIMD2<Double>.self))
    #expect(PlainBytes.size((Int, Int, Int, Int, Bool).self) == 0)
  }

  @Test func aWordIsOneAccess() {
    #expect(PlainBytes.areWord(Int8.self) && PlainBytes.areWord(Int16.self))
    #expect(PlainBytes.areWord(Float.self) && PlainBytes.areWord(Int.self))
    #expect(!PlainBytes.areWord((Int32, Bool).self) && !PlainBytes.areWord((Int, Int).self))
  }

  @Test func aNumberOfTheStandardLibraryIsComparedByTheLibrary() {
    let numbers = [
      PlainBytes.areNumber(Int.self), PlainBytes.areNumber(Bool.self),
      PlainBytes.areNumber(Double.self), PlainBytes.areNumber(Float.self),
      PlainBytes.areNumber(Int64.self), PlainBytes.areNumber(UInt64.self),
      PlainBytes.areNumber(Int32.self), PlainBytes.areNumber(UInt32.self),
      PlainBytes.areNumber(UInt.self), PlainBytes.areNumber(UInt8.self),
    ]
    #expect(!numbers.contains(false))
    #expect(!PlainBytes.areNumber(Int?.self) && !PlainBytes.areNumber(String.self))
  }

  /// Each size has pieces of its own.
  @Test func aValueOfAnySizeIsLoadedAsItWasStored() {
    func expectSame<Value: Equatable>(
      _ value: Value,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let room = UnsafeMutableRawPointer.allocate(byteCount: 32, alignment: 8)
      // SAFETY: allocated above and used by nobody else.
      defer { unsafe room.deallocate() }
      unsafe room.initializeMemory(as: UInt8.self, repeating: 0xA5, count: 32)
      unsafe PlainBytes.store(value, to: room)
      let loaded = unsafe PlainBytes.load(room, as: Value.self)
      #expect(loaded == value, sourceLocation: sourceLocation)
      // What follows the value is not touched.
      let rest = (MemoryLayout<Value>.size..<32).map {
        unsafe room.load(fromByteOffset: $0, as: UInt8.self)
      }
      #expect(rest.allSatisfy { $0 == 0xA5 }, sourceLocation: sourceLocation)
    }
    expectSame(Int8(-3))
    expectSame(Int16(-300))
    expectSame(Int32(-70_000))
    expectSame(Int64.min)
    expectSame(Int64.max as Int64?)
    expectSame(Int32.max as Int32?)
    expectSame(Int16.max as Int16?)
    expectSame(Bytes(seed: 7))
    expectSame(Bytes15(seed: 9))
    expectSame(Long(seed: 11))
  }

  /// A value of seven bytes, which is three pieces.
  private struct Bytes: Equatable {
    var first: UInt32
    var second: UInt16
    var third: UInt8

    init(seed: UInt8) {
      first = UInt32(seed) << 24 | 0x10203
      second = 0x405
      third = seed
    }
  }

  /// A value of fifteen bytes, which is four pieces.
  private struct Bytes15: Equatable {
    var first: UInt64
    var rest: Bytes

    init(seed: UInt8) {
      first = UInt64(seed) << 56 | 0x1020_3040
      rest = Bytes(seed: seed)
    }
  }

  /// A value of 32 bytes.
  private struct Long: Equatable {
    var parts: Triple
    var last: UInt64

    init(seed: UInt64) {
      parts = Triple(first: seed, second: .max, third: seed << 40)
      last = ~seed
    }
  }

  private struct Triple: Equatable {
    var first, second, third: UInt64
  }
}
