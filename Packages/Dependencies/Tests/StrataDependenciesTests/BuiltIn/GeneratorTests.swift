import Foundation
import StrataConcurrency
import StrataDependencies
import Testing

@Suite struct UUIDGeneratorTests {
  @Test func liveIdentifiersAreRandomOnesOfVersionFour() {
    let uuid = withDependencies {
      $0.context = .live
    } operation: {
      DependencyValues.current.uuid
    }
    let made = (0..<2_000).map { _ in uuid() }
    #expect(Set(made).count == made.count)
    // Of 122 random bits each is set in about half of them; the other six are fixed.
    var counts = Array(repeating: 0, count: 128)
    for identifier in made {
      let digits = identifier.uuidString.filter { $0 != "-" }
      let number = UInt128(digits, radix: 16) ?? 0
      for bit in counts.indices where number >> (127 - bit) & 1 == 1 { counts[bit] += 1 }
    }
    let fixed = [48: 0, 49: 2_000, 50: 0, 51: 0, 64: 2_000, 65: 0]
    for (bit, count) in counts.enumerated() {
      if let expected = fixed[bit] {
        #expect(count == expected, "bit \(bit)")
      } else {
        #expect((700...1_300).contains(count), "bit \(bit): \(count)")
      }
    }
  }

  @Test func countsFromZero() {
    let uuid = UUIDGenerator.incrementing
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    #expect(
      UUIDGenerator.numbered(0x0102_0304_0506_0708).uuidString
        == "00000000-0000-0000-0102-030405060708"
    )
  }

  @Test func startsEachCounterAnew() {
    _ = UUIDGenerator.incrementing()
    #expect(UUIDGenerator.incrementing() == UUIDGenerator.numbered(0))
  }

  @Test func givesEachNumberOnceToEightThreads() async {
    let uuid = UUIDGenerator.incrementing
    let all = await withTaskGroup(of: [UUID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<1_000).map { _ in uuid() } } }
      return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
    }
    #expect(all.count == 8_000)
  }

  @Test func numbersAreIdentifiersByThemselves() {
    let uuid = UUIDGenerator.incrementing
    #expect([uuid(), uuid(), uuid()] == [UUID(0), UUID(1), UUID(2)])
    #expect(UUID(0xABC).uuidString == "00000000-0000-0000-0000-000000000ABC")
  }

  @Test func repeatsAConstant() {
    let uuid = UUID()
    let constant = UUIDGenerator.constant(uuid)
    #expect(constant() == uuid)
    #expect(constant() == uuid)
  }
}

@Suite struct DateGeneratorTests {
  @Test func asksEachTime() {
    let dates = DateGenerator.constant(Date(timeIntervalSince1970: 5))
    #expect(dates() == dates.now)
    #expect(dates.now == Date(timeIntervalSince1970: 5))
  }

  @Test func isOverriddenByTheDateThatIsAssigned() {
    let (first, second) = (Date(timeIntervalSince1970: 5), Date(timeIntervalSince1970: 6))
    let reports = reports {
      withDependencies {
        $0.date.now = first
      } operation: {
        #expect(DependencyValues.current.date() == first)
        withDependencies {
          $0.date.now.addTimeInterval(1)
        } operation: {
          #expect(DependencyValues.current.date.now == second)
        }
        #expect(DependencyValues.current.date.now == first)
      }
    }
    #expect(reports.isEmpty)
  }
}

@Suite struct WithRandomNumberGeneratorTests {
  @Test func repeatsTheSequenceOfASeed() {
    func rolls(_ random: WithRandomNumberGenerator) -> [Int] {
      (0..<20).map { _ in random { Int.random(in: 1...6, using: &$0) } }
    }
    #expect(rolls(.seeded(7)) == rolls(.seeded(7)))
    #expect(rolls(.seeded(7)) != rolls(.seeded(8)))
  }

  @Test func drawsEachNumberOnceForEightThreads() async {
    let random = WithRandomNumberGenerator.seeded(1)
    let drawn = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 { group.addTask { (0..<1_000).map { _ in random { $0.next() } } } }
      return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    }
    var generator = SplitMix64(seed: 1)
    #expect(drawn == Set((0..<8_000).map { _ in generator.next() }))
  }

  @Test func passesOnWhatTheClosureThrows() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try WithRandomNumberGenerator.system { _ in throw Failure() }
    }
  }
}
