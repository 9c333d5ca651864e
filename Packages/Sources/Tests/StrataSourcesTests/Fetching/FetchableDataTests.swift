import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// These tests use a real server on the loopback interface.
///
/// They wait for the next model, never for time.
@Suite struct FetchableDataTests {
  typealias Answer = LoopbackServer.Answer

  /// A transport that goes by no proxy and has no cache.
  static let transport = URLSessionTransport {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    return configuration
  }

  func source(_ server: LoopbackServer, _ path: String = "/") -> FetchableDataSource {
    FetchableDataSource(urlRequest: URLRequest(url: server.url(path)), transport: Self.transport)
  }

  /// The first model from now on that is no longer being fetched.
  func settled(_ source: Source<Fetchable<Data>>) async -> Fetchable<Data> {
    for await model in source.values where model.fetching == nil { return model }
    return source.model
  }

  @Test func fetchesWhenFirstNeeded() async throws {
    let server = try LoopbackServer([.status(200, "hello")])
    let source = source(server, "/greeting").eraseToSource()
    #expect(server.requests.isEmpty)
    let model = await settled(source)
    #expect(model.fetched.map { String(decoding: $0.value, as: UTF8.self) } == "hello")
    #expect(server.requests == ["GET /greeting HTTP/1.1"])
  }

  @Test func statusCodesThatAreNoSuccessAreFailures() async throws {
    for code in [400, 404, 429, 500, 503] {
      let server = try LoopbackServer([.status(code, "reason", headers: "Retry-After: 7\r\n")])
      let error = await settled(source(server).eraseToSource()).failure?.error as? HTTPStatusError
      #expect(error?.statusCode == code)
      #expect(error?.body == "reason")
      #expect(error?.retryAfter == 7)
      #expect(error?.isClientError == (code < 500))
      #expect(error?.isServerError == (code >= 500))
    }
  }

  @Test func attemptsAreCountedAndRetryFetchesAgain() async throws {
    let server = try LoopbackServer([.status(500), .status(500), .status(200, "ok"), .status(500)])
    let source = source(server).eraseToSource()
    let words = Recorder(source.map { $0.map { String(decoding: $0, as: UTF8.self) } })
    var model = await settled(source)
    #expect(model.failure?.failedAttempts == 1)
    let first = model.failure?.retry
    first?()
    model = await settled(source)
    #expect(model.failure?.failedAttempts == 2)
    #expect(first?.isAvailable == false)
    model.failure?.retry?()
    model = await settled(source)
    #expect(model.fetched != nil)
    model.fetched?.refresh?()
    for await next in source.values where next.failure != nil {
      #expect(next.failure?.failedAttempts == 1)
      break
    }
    #expect(
      words.models.map { $0.fetching != nil } == [true, false, true, false, true, false, false]
    )
  }

  @Test func refreshKeepsWhatWasFetchedUntilTheNewIsThere() async throws {
    let gate = LoopbackServer.Gate()
    var second = Answer.status(200, "new")
    second.gate = gate
    let server = try LoopbackServer([.status(200, "old"), second])
    let source = source(server).eraseToSource().decoded { String(decoding: $0, as: UTF8.self) }
    for await model in source.values where model.fetched != nil { break }
    source.model.fetched?.refresh?()
    #expect(source.model.fetched?.value == "old")
    gate.open()
    for await model in source.values where model.fetched?.value == "new" { break }
    #expect(server.requests.count == 2)
  }

  @Test func aRedirectionIsFollowedAndItsOwnTextIsNotPartOfTheData() async throws {
    let server = try LoopbackServer([
      .status(302, "It is over there.", headers: "Location: /there\r\n"), .status(200, "here"),
    ])
    let model = await settled(source(server).eraseToSource())
    #expect(model.fetched.map { String(decoding: $0.value, as: UTF8.self) } == "here")
    #expect(server.requests == ["GET / HTTP/1.1", "GET /there HTTP/1.1"])
  }

  @Test func truncatedAnswerIsAFailure() async throws {
    let server = try LoopbackServer([.truncated("half", announced: 4_000)])
    let model = await settled(source(server).eraseToSource())
    let expected = TruncatedResponseError(expectedByteCount: 4_000, receivedByteCount: 4)
    #expect(model.failure?.error as? TruncatedResponseError == expected)
    #expect(model.fetched == nil)
  }

  @Test func lengthOfAnEncodedAnswerSaysNothing() {
    #expect(URLSessionLoad.isTruncated(4, of: 30, isEncoded: false, "GET"))
    #expect(!URLSessionLoad.isTruncated(4, of: 30, isEncoded: true, "GET"))
    #expect(!URLSessionLoad.isTruncated(0, of: 30, isEncoded: false, "HEAD"))
    #expect(!URLSessionLoad.isTruncated(30, of: 30, isEncoded: false, nil))
  }

  @Test func onlyAnErrorThatMayNameAClosedConnectionSaysThatAnAnswerIsTruncated() {
    #expect(URLSessionLoad.isLostConnection(URLError(.networkConnectionLost)))
    #expect(URLSessionLoad.isLostConnection(URLError(.unknown)))
    #expect(!URLSessionLoad.isLostConnection(URLError(.timedOut)))
    #expect(!URLSessionLoad.isLostConnection(StubError("lost")))
  }

  @Test func serverThatIsNotThereIsAFailure() async throws {
    let server = try LoopbackServer([], isListening: false)
    #expect(await settled(source(server).eraseToSource()).failure != nil)
    #expect(server.requests.isEmpty)
  }

  @Test func progressTellsHowMuchHasCome() async throws {
    let body = String(repeating: "x", count: 50_000)
    let server = try LoopbackServer([.status(200, body)])
    let source = source(server).eraseToSource()
    let progress = try #require(source.model.fetching?.progress)
    let fractions = Recorder(progress.map(\.fractionCompleted))
    #expect(await settled(source).fetched?.value.count == 50_000)
    #expect(server.requests.count == 1)
    #expect(fractions.models.first == 0)
    #expect(fractions.models.last == 1)
    #expect(fractions.models == fractions.models.sorted())
    #expect(progress.model.isFinished)
  }

  @Test func releasedSourceCancelsItsRequest() async throws {
    let transport = HangingTransport()
    do {
      let source = FetchableDataSource(
        urlRequest: URLRequest(url: URL(fileURLWithPath: "/")),
        transport: transport
      )
      _ = source.model
      await transport.begun()
    }
    await transport.cancelled()
  }

  @Test func aFetchThatIsReplacedIsCancelled() async throws {
    let steps = try await withSimulation(seed: 1) { simulation in
      let transport = StepTransport()
      let source = FetchableDataSource(
        urlRequest: URLRequest(url: URL(fileURLWithPath: "/")),
        transport: transport
      )
      _ = source.model
      await simulation.waitUntilIdle()
      let refresh = source.model.fetched?.refresh
      refresh?()
      await simulation.waitUntilIdle()
      refresh?()
      await simulation.waitUntilIdle()
      return withExtendedLifetime(source) { transport.steps.models }
    }.value
    #expect(steps.sorted() == ["begun 1", "begun 2", "begun 3", "cancelled 2"])
  }

  @Test func aServerThatClosesTheConnectionWithoutAnAnswerIsAFailure() async throws {
    let server = try LoopbackServer([Answer(bytes: "")])
    let model = await settled(source(server).eraseToSource())
    #expect(model.failure?.error is URLError)
  }

  @Test func anAnswerInChunksThatEndsEarlyIsAFailure() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    let server = try LoopbackServer([Answer(bytes: head + "10\r\nhalf")])
    let model = await settled(source(server).eraseToSource())
    #expect(model.failure?.error is URLError)
  }

  @Test func aRequestThatIsCancelledIsNotWaitedForOnTheNetwork() async throws {
    var answer = Answer.status(200, "late")
    answer.waitsForHangUp = true
    let server = try LoopbackServer([answer])
    let task = Task {
      try await Self.transport.load(URLRequest(url: server.url())) { _ in }
    }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    // The server notes when the other side has closed the connection.
    while server.hangUps == 0 { await Task.yield() }
    #expect(server.requests.count == 1)
  }

  @Test func realRequestIsCancelledWithItsTask() async throws {
    let gate = LoopbackServer.Gate()
    var answer = Answer.status(200, "late")
    answer.gate = gate
    let server = try LoopbackServer([answer])
    let task = Task {
      try await Self.transport.load(URLRequest(url: server.url())) { _ in }
    }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    gate.open()
  }

  @Test func aRequestThatTheServerHasAlreadyEndsWithACancellationError() async throws {
    let gate = LoopbackServer.Gate()
    var answer = Answer.status(200, "late")
    answer.gate = gate
    let server = try LoopbackServer([answer])
    let task = Task {
      try await Self.transport.load(URLRequest(url: server.url())) { _ in }
    }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.open()
  }

  @Test func retryingWorksAgainstARealServer() async throws {
    let server = try LoopbackServer([.status(503), .status(502), .status(200, #"{"n": 3}"#)])
    let time = SourceTime(clock: ImmediateClock(), start: Date(timeIntervalSince1970: 0))
    let source: Source<Fetchable<[String: Int]>> = source(server).eraseToSource()
      .retrying(.everyIntervalWithoutMaximum(60), forwardErrorAfter: .never, time: time)
      .jsonDecoded()
    for await model in source.values {
      #expect(model.failure == nil)
      if let fetched = model.fetched {
        #expect(fetched.value == ["n": 3])
        break
      }
    }
    #expect(server.requests.count == 3)
  }
}

/// Answers the first request at once, and the others never.
private final class StepTransport: DataTransport {
  let steps = Recorder<String>()
  private let count = Locked(0, rank: .leaf)

  func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    let number = count.withLock { count in
      count += 1
      return count
    }
    steps.take("begun \(number)")
    if number == 1 { return Data() }
    let never = AsyncStream<Never> { _ in }
    for await _ in never {}
    steps.take("cancelled \(number)")
    throw CancellationError()
  }
}

/// Loads nothing until it is cancelled.
final class HangingTransport: DataTransport {
  private let steps = Multicast<String>(replaying: "")

  func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    steps.send("begun")
    let never = AsyncStream<Never> { _ in }
    for await _ in never {}
    steps.send("cancelled")
    throw CancellationError()
  }

  func begun() async { for await step in steps.subscribe() where step == "begun" { return } }
  func cancelled() async {
    for await step in steps.subscribe() where step == "cancelled" { return }
  }
}
