@_spi(Strata) import StrataConcurrency
import Testing

@Suite struct ForEachTests {
  struct Failure: Error {}

  let scope = CancellationScope()
  let log = Log()
  let numbers = Multicast<Int>()

  private func finish() async {
    while scope.runningCount > 0 { await Task.yield() }
  }

  @Test func takesTheNextElementWhenTheBodyHasReturned() async {
    scope.forEach(numbers.subscribe()) { [log] number in
      log.add("begin \(number)")
      await Task.yield()
      log.add("end \(number)")
    }
    for number in 1...3 { numbers.send(number) }
    numbers.finish()
    await finish()
    #expect(log.all == (1...3).flatMap { ["begin \($0)", "end \($0)"] })
  }

  @Test func cancelPreviousWaitsForTheOldBodyToUnwind() async {
    let (started, end) = (Signal(), Signal())
    scope.forEach(numbers.subscribe(), [.cancelPrevious]) { [log] number in
      log.add("begin \(number)")
      if number == 1 {
        started.fire()
        await untilCancelled()
        log.add("cancelled 1")
        await end.wait()
      }
      log.add("end \(number) \(Task.isCancelled)")
    }
    numbers.send(1)
    await started.wait()
    numbers.send(2)
    while !log.all.contains("cancelled 1") { await Task.yield() }
    #expect(log.all == ["begin 1", "cancelled 1"])
    end.fire()
    numbers.finish()
    await finish()
    #expect(log.all == ["begin 1", "cancelled 1", "end 1 true", "begin 2", "end 2 false"])
  }

  @Test(arguments: [ForEachOptions(), .cancelPrevious])
  func cancellingTheLoopCancelsTheBody(_ options: ForEachOptions) async {
    let started = Signal()
    let loop = scope.forEach(numbers.subscribe(), options) { [log] number in
      started.fire()
      await untilCancelled()
      log.add("cancelled \(number)")
    }
    numbers.send(1)
    numbers.send(2)
    if options.isEmpty { await started.wait() }
    if !options.isEmpty { while log.all.isEmpty { await Task.yield() } }
    loop.cancel()
    await finish()
    #expect(log.all.first == "cancelled 1")
    // The runtime releases the task, and with it the subscription, after the loop has returned.
    for _ in 0..<1_000_000 {
      guard numbers.subscriberCount > 0 else { break }
      await Task.yield()
    }
    #expect(numbers.subscriberCount == 0)
  }

  @Test(arguments: [ForEachOptions(), .cancelPrevious])
  func aBodyThatThrowsReachesCatchAndTheLoopGoesOn(_ options: ForEachOptions) async {
    let caught = Multicast<Int>()
    var errors = caught.subscribe().makeAsyncIterator()
    scope.forEach(numbers.subscribe(), options) { number in
      if number < 3 { throw Failure() }
      throw CancellationError()
    } catch: { [log] error in
      log.add("\(error)")
      caught.send(log.all.count)
    }
    numbers.send(1)
    _ = await errors.next()
    numbers.send(2)
    _ = await errors.next()
    numbers.send(3)
    numbers.finish()
    await finish()
    #expect(log.all == ["Failure()", "Failure()"])
  }

  @Test(arguments: [ForEachOptions(), .cancelPrevious])
  func aBodyThatThrowsEndsTheLoopIfAskedFor(_ options: ForEachOptions) async {
    scope.forEach(numbers.subscribe(), options.union(.abortIfOperationThrows)) { _ in
      throw Failure()
    } catch: { [log] error in
      log.add("\(error)")
    }
    numbers.send(1)
    await finish()
    #expect(log.all == ["Failure()"])
  }

  @Test(arguments: [ForEachOptions(), .cancelPrevious])
  func aBodyThatThrowsACancellationErrorDoesNotEndTheLoop(_ options: ForEachOptions) async {
    let begun = Multicast<Int>()
    var bodies = begun.subscribe().makeAsyncIterator()
    scope.forEach(numbers.subscribe(), options.union(.abortIfOperationThrows)) { [log] number in
      log.add("\(number)")
      begun.send(number)
      throw CancellationError()
    } catch: { [log] error in
      log.add("\(error)")
    }
    for number in 1...2 {
      numbers.send(number)
      _ = await bodies.next()
    }
    numbers.finish()
    await finish()
    #expect(log.all == ["1", "2"])
  }

  @Test func anErrorThatNobodyCatchesIsReportedWithTheLine() async {
    let numbers = numbers
    let scope = scope
    let line: UInt = #line + 3
    let handler: ReportSink.Handler = { [log] in log.add($0.description) }
    await ReportSink.withHandler(handler) {
      scope.forEach(numbers.subscribe()) { _ in throw Failure() }
      numbers.send(1)
      numbers.finish()
      while scope.runningCount > 0 { await Task.yield() }
    }
    #expect(
      log.all == [
        "StrataConcurrencyTests/ForEachTests.swift:\(line): A forEach loop or its operation threw "
          + "Failure(). Handle the error in the operation, or pass `catch:` to receive it."
      ]
    )
  }

  @Test(arguments: [ForEachOptions(), .cancelPrevious])
  func whatTheSequenceThrowsEndsTheLoop(_ options: ForEachOptions) async {
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Failure())
    }
    scope.forEach(stream, options) { _ in
    } catch: { [log] in
      log.add("\($0)")
    }
    await finish()
    #expect(log.all == ["Failure()"])
  }

  @Test func aReplacedBodyThatThrowsDoesNotEndTheLoop() async {
    let started = Signal()
    scope.forEach(
      numbers.subscribe(),
      [.cancelPrevious, .abortIfOperationThrows]
    ) { [log] number in
      if number == 1 {
        started.fire()
        await untilCancelled()
        throw Failure()
      }
      log.add("\(number)")
    } catch: { [log] in
      log.add("\($0)")
    }
    numbers.send(1)
    await started.wait()
    numbers.send(2)
    numbers.finish()
    await finish()
    #expect(log.all == ["2"])
  }

  /// A sequence that ends its loop while it makes an element.
  private struct LateElements: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let willReturn: @Sendable () -> Void

    func makeAsyncIterator() -> LateElements { self }

    mutating func next() async -> Int? {
      willReturn()
      return 1
    }
  }

  @Test(arguments: [ForEachOptions(), .cancelPrevious])
  func anElementThatArrivesAfterTheEndOfTheScopeHasNoBody(_ options: ForEachOptions) async {
    scope.forEach(LateElements { [scope] in scope.close() }, options) { [log] number in
      log.add("\(number)")
    }
    await scope.finished()
    #expect(log.all == [])
  }

  /// The owner closes the scope under its lock, and cancels the loop afterwards.
  @Test(arguments: [false, true])
  func inAClosedScopeTheNextElementEndsTheLoop(inSimulation: Bool) async throws {
    let body: @Sendable () async -> Void = { [scope, numbers, log] in
      scope.forEach(numbers.subscribe()) { log.add("\($0)") }
      numbers.send(1)
      while log.all.isEmpty { await Task.yield() }
      let cancellation = scope.closeDeferringCancellation()
      numbers.send(2)
      while scope.runningCount > 0 { await Task.yield() }
      cancellation.perform()
      await scope.finished()
    }
    if inSimulation {
      _ = try await withSimulation(seed: 1) { _ in await body() }
    } else {
      await body()
    }
    #expect(log.all == ["1"])
  }
}
