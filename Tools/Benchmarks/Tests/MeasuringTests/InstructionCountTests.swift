import Testing

@testable import Measuring

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private let isCounted = InstructionCount.perOperation { _ in } != nil

@Suite(.enabled(if: isCounted, "This system does not let instructions be counted."))
struct InstructionCountTests {
  @Test func anOperationThatReadsTheClockIsCountedTheSameEachTime() throws {
    let count = try #require(readsOfTheClock(200))
    // The ticks of the kernel during so many reads would add hundreds of instructions, each time others.
    for _ in 1...2 { #expect(readsOfTheClock(200) == count) }
  }

  @Test func moreWorkIsMoreInstructions() throws {
    let (few, many) = (try #require(turnsOfALoop(10)), try #require(turnsOfALoop(1_000)))
    #expect(few > 10)
    #expect(50...150 ~= many / few)
  }

  private func turnsOfALoop(_ turns: Int) -> Double? {
    InstructionCount.perOperation { count in
      for _ in 0..<count {
        for turn in 0..<turns { Self.keep(turn) }
      }
    }
  }

  private func readsOfTheClock(_ reads: Int) -> Double? {
    InstructionCount.perOperation { count in
      for _ in 0..<count * reads {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
      }
    }
  }

  @inline(never)
  private static func keep(_ number: Int) {}
}
