import CounterFactModels
import Foundation
import LoopbackHTTP
import ProgramHTTP
import StrataConcurrency
import Testing

/// The error of the service for a number.
private func failure(_ service: HTTPFactService, about number: Int = 7) async -> FactFailure? {
  do {
    let fact = try await service.fact(about: number)
    Issue.record("there is a fact: \(fact)")
    return nil
  } catch {
    return error as? FactFailure
  }
}

private func expect(
  _ service: HTTPFactService,
  about number: Int,
  says fact: String,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let found = try await service.fact(about: number)
  #expect(found == fact, sourceLocation: sourceLocation)
}

@Suite struct HTTPFactServiceTests {
  @Test func asksForTheNumberBehindTheAddress() async throws {
    try await LoopbackServer.run {
      .text("\($1) is asked for\n")
    } _: { server in
      let service = HTTPFactService(base: server.address)
      try await expect(service, about: 42, says: "/42 is asked for")
      try await expect(service, about: -3, says: "/-3 is asked for")
      let below = HTTPFactService(base: server.address.appending(path: "facts/math"))
      try await expect(below, about: 42, says: "/facts/math/42 is asked for")
    }
  }

  @Test func asksAnewEachTime() async throws {
    let count = Locked(0, rank: .leaf)
    try await LoopbackServer.run { _, _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .text("fact \(number)")
    } _: { server in
      let service = HTTPFactService(base: server.address)
      try await expect(service, about: 1, says: "fact 1")
      try await expect(service, about: 1, says: "fact 2")
    }
  }

  @Test(arguments: [404, 500, 503])
  func aStatusThatIsNoSuccessIsAFailure(status: Int) async throws {
    try await LoopbackServer.run { _, _ in
      .text("sorry", status: status)
    } _: { server in
      let address = server.address.absoluteString
      #expect(
        await failure(HTTPFactService(base: server.address))
          == FactFailure(.refused, "\(address)/7 answered with HTTP status \(status).")
      )
    }
  }

  @Test func anAnswerThatIsCutOffIsDamaged() async throws {
    try await LoopbackServer.run { _, _ in
      .cutOff("7 is the num")
    } _: { server in
      let address = server.address.absoluteString
      #expect(
        await failure(HTTPFactService(base: server.address))
          == FactFailure(.damaged, "The answer of \(address)/7 was cut off.")
      )
    }
  }

  @Test func aConnectionThatIsClosedWithoutAnAnswerIsAFailure() async throws {
    try await LoopbackServer.run { _, _ in
      .close
    } _: { server in
      let address = server.address.absoluteString
      let found = await failure(HTTPFactService(base: server.address))
      #expect(
        found
          == FactFailure(
            .damaged,
            "\(address)/7 closed the connection without an answer."
          )
      )
    }
  }

  @Test func anAnswerThatIsNoTextIsDamaged() async throws {
    try await LoopbackServer.run { _, _ in
      .bytes([0x37, 0xFF, 0xFE])
    } _: { server in
      let found = await failure(HTTPFactService(base: server.address))
      #expect(found?.code == .damaged)
      #expect(found?.message.hasSuffix("is no text in UTF-8.") == true)
    }
    try await LoopbackServer.run { _, _ in
      .text(" \n")
    } _: { server in
      let found = await failure(HTTPFactService(base: server.address))
      #expect(found?.message.hasSuffix("is empty.") == true)
    }
    let long = String(repeating: "7", count: HTTPFactService.longestAnswer + 1)
    try await LoopbackServer.run { _, _ in
      .text(long)
    } _: { server in
      let found = await failure(HTTPFactService(base: server.address))
      #expect(found?.message.hasSuffix("is too long for a fact.") == true)
    }
  }

  @Test func aRefusedConnectionIsAFailure() async throws {
    try await LoopbackServer.refusing { address in
      let found = await failure(HTTPFactService(base: address))
      #expect(found?.code == .unreachable)
      #expect(found?.message.hasPrefix("\(address.absoluteString)/7 cannot be reached: ") == true)
    }
  }

  @Test(arguments: [Answer.silence, .stall("7 is the num")])
  func anAnswerThatDoesNotEndInTimeIsLateAndItsConnectionIsClosed(answer: Answer) async throws {
    let clock = TestClock()
    try await LoopbackServer.run { _, _ in
      answer
    } _: { server in
      let service = HTTPFactService(base: server.address, limit: .seconds(3), clock: clock)
      async let found = failure(service)
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .asked("GET /7"))
      // The request may be there before the answer's time is measured.
      while clock.sleeperCount == 0 { await Task.yield() }
      await clock.advance(by: .seconds(3))
      let address = server.address.absoluteString
      #expect(await found == FactFailure(.late, "\(address)/7 did not answer within 3.0 s."))
      #expect(await events.next() == .left("GET /7"))
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func cancellingClosesTheConnection() async throws {
    try await LoopbackServer.run { _, _ in
      .silence
    } _: { server in
      let service = HTTPFactService(base: server.address, clock: TestClock())
      let task = Task { try await service.fact(about: 7) }
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == .asked("GET /7"))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await events.next() == .left("GET /7"))
    }
  }

  @Test func manyQuestionsAtOnceEachGetTheirOwnAnswer() async throws {
    try await LoopbackServer.run {
      .text("fact \($1)")
    } _: { server in
      let service = HTTPFactService(base: server.address)
      try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in 0..<50 {
          group.addTask { (number, try await service.fact(about: number)) }
        }
        for try await (number, fact) in group { #expect(fact == "fact /\(number)") }
      }
    }
  }
}
