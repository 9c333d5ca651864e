import Testing

@testable import CounterFactModels

/// Facts without a service.
@Suite struct OfflineFactsTests {
  @Test func offlineFactsAreTrue() async throws {
    let client = FactClient.offline
    for fact in [
      "12 can be divided by 2, 3, 4 and 6.",
      "12 lies between 9, 3 times 3, and 16, 4 times 4.",
      "The 2 digits of 12 add up to 3.", "In binary digits 12 is 1100.",
      "12 can be divided by 2, 3, 4 and 6.",
    ] {
      #expect(try await client.fetch(12) == fact)
    }
    for (number, fact) in [
      (-9, "-9 is as far below zero as 9 is above."),
      (-1, "-1 is the largest whole number below zero."), (0, "0 is its own square."),
      (1, "1 is its own square."), (4, "4 can be divided by 2."),
      (6, "6 can be divided by 2 and 3."), (13, "13 has no divisors but 1 and itself."),
      (720, "720 has 28 divisors beside 1 and itself, up to 360."),
      (.min, "\(Int.min) is as far below zero as \(Int.min.magnitude) is above."),
      (.max, "The 19 digits of \(Int.max) add up to 88."),
    ] {
      #expect(try await client.fetch(number) == fact)
    }
    _ = try await client.fetch(49)
    #expect(try await client.fetch(49) == "49 is 7 times 7.")
  }

  @Test func anotherFactAboutANumberIsAnother() async throws {
    for number in [-8, 0, 1, 2, 7, 1_000_000, 1_000_001, .max] {
      let client = FactClient.offline
      let first = try await client.fetch(number)
      #expect(try await client.fetch(number) != first)
    }
  }

  @Test func divisorsAreFoundWithoutALookAtEachNumber() {
    for number in 2...400 {
      let all = (2..<number).filter { number.isMultiple(of: $0) }
      #expect(OfflineFacts.divisors(number) == all, "\(number)")
    }
    #expect(OfflineFacts.divisors(1_000_000).count == 47)
  }
}
