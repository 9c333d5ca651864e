@_spi(Strata) import StrataConcurrency
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct ReportSinkTests {
  let log = Log()

  private func handler(_ name: String) -> ReportSink.Handler {
    { [log] in log.add("\(name): \($0.message)") }
  }

  @Test func theInnermostHandlerReceives() {
    ReportSink.withHandler(handler("outer")) {
      ReportSink.report("1", at: .thisLine())
      ReportSink.withHandler(handler("inner")) { ReportSink.report("2", at: .thisLine()) }
      ReportSink.report("3", at: .thisLine())
    }
    #expect(log.all == ["outer: 1", "inner: 2", "outer: 3"])
  }

  @Test func tasksThatAreStartedInsideReportToTheHandler() async {
    await ReportSink.withHandler(handler("scoped")) {
      await Task.yield()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { ReportSink.report("child", at: .thisLine()) }
      }
      await Task { ReportSink.report("task", at: .thisLine()) }.value
      let scope = CancellationScope()
      await withCheckedContinuation { continuation in
        scope.task {
          ReportSink.report("scope", at: .thisLine())
          continuation.resume()
        }
      }
    }
    #expect(log.all == ["scoped: child", "scoped: task", "scoped: scope"])
  }

  @Test func detachedTasksOfASimulationReportToItsHandler() async throws {
    _ = try await withSimulation(seed: 1) { [handler = handler("simulation")] simulation in
      simulation.setHandlerOfRepeats(handler)
      await Task.detached { ReportSink.report("detached", at: .thisLine()) }.value
      await ReportSink.withHandler(handler) {
        await Task.detached { ReportSink.report("inner", at: .thisLine()) }.value
      }
      simulation.setHandlerOfRepeats(nil)
    }
    #expect(log.all == ["simulation: detached", "simulation: inner"])
  }

  @Test func reportsAreEqualIfTheySayTheSameAtTheSameLine() {
    let lines = [7, 8].map {
      CallSite(fileID: "App/List.swift", filePath: "/List.swift", line: $0, column: 3)
    }
    let report = Report("Late.", at: lines[0])
    #expect(report == Report("Late.", at: lines[0]))
    #expect(report != Report("Late.", at: lines[1]))
    #expect(report != Report("Early.", at: lines[0]))
  }

  @Test func handlersAreLeftWhenTheClosureThrows() {
    struct Failure: Error {}
    ReportSink.withHandler(handler("outer")) {
      #expect(throws: Failure.self) {
        try ReportSink.withHandler(handler("inner")) { throw Failure() }
      }
      ReportSink.report("after", at: .thisLine())
    }
    #expect(log.all == ["outer: after"])
  }

  @Test func theReportNamesTheLine() {
    let line: UInt = #line + 3
    let handler: ReportSink.Handler = { [log] in log.add($0.description) }
    ReportSink.withHandler(handler) {
      ReportSink.report("What happened. What to do.", at: .thisLine())
    }
    #expect(
      log.all == [
        "StrataConcurrencyTests/ReportSinkTests.swift:\(line): What happened. What to do."
      ]
    )
  }

  @Test func aRepeatableReportIsReceivedOnceByEachHandler() {
    func reportThrice() {
      for _ in 0..<2 { ReportSink.reportOnce("loop", at: .thisLine(), isNear: false) }
      ReportSink.reportOnce("loop", at: .thisLine(), isNear: false)
    }
    ReportSink.withHandler(handler("outer")) {
      reportThrice()
      ReportSink.withHandler(handler("inner")) { reportThrice() }
      reportThrice()
    }
    #expect(log.all == ["outer: loop", "outer: loop", "inner: loop", "inner: loop"])
  }

  @Test func aHandlerThatDropsRepeatedReportsReceivesThem() async {
    ReportSink.withHandlerOfRepeats(handler("all")) {
      for _ in 0..<2 { ReportSink.reportOnce("loop", at: .thisLine(), isNear: false) }
    }
    await ReportSink.withHandlerOfRepeats(handler("async")) {
      await Task.yield()
      for _ in 0..<2 { ReportSink.reportOnce("loop", at: .thisLine(), isNear: true) }
    }
    #expect(log.all == ["all: loop", "all: loop", "async: loop", "async: loop"])
  }

  @Test func aReportNearALineSaysWhichLineItIs() {
    let isNear = Locked<[Bool]>([], rank: .leaf)
    let callSite = CallSite(fileID: "App/List.swift", filePath: "/List.swift", line: 7, column: 3)
    ReportSink.withHandler { [log] report in
      log.add(report.description)
      isNear.withLock { $0.append(report.isNear) }
    } operation: {
      ReportSink.report("Late.", near: callSite, note: "The line is that of the owner.")
      ReportSink.report("Late.", near: callSite)
      ReportSink.report("Late.", at: callSite)
    }
    #expect(
      log.all == [
        "App/List.swift:7: Late. The line is that of the owner.", "App/List.swift:7: Late.",
        "App/List.swift:7: Late.",
      ]
    )
    #expect(isNear.withLock { $0 } == [true, true, false])
  }

  @Test func eachHandlerOfTheProgramReceivesARepeatedReportOnce() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      for name in ["first", "second"] {
        ReportSink.setHandler { log.add("\(name): \($0.message)") }
        for _ in 0..<2 { ReportSink.reportOnce("loop", at: .thisLine(), isNear: false) }
      }
      #expect(log.all == ["first: loop", "second: loop"])
    }
  }

  @Test func aProgramThatHasClosedItsStandardErrorGoesOn() async {
    await #expect(processExitsWith: .success) {
      close(STDERR_FILENO)
      ReportSink.report("No output is open.", at: .thisLine())
    }
  }

  @Test func standardErrorShowsARepeatableReportOnce() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let callSite = CallSite(fileID: "App/List.swift", filePath: "/List.swift", line: 7, column: 3)
      for _ in 0..<3 { ReportSink.reportOnce("Nobody listens.", at: callSite, isNear: false) }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.split(separator: "Nobody listens.").count == 2)
  }

  @Test func aHandlerMayReport() {
    ReportSink.withHandler(handler("outer")) {
      let nested: ReportSink.Handler = { report in
        ReportSink.withHandler(handler("nested")) {
          ReportSink.report(report.message + " again", at: report.callSite)
        }
      }
      ReportSink.withHandler(nested) { ReportSink.report("once", at: .thisLine()) }
    }
    #expect(log.all == ["nested: once again"])
  }

  @Test func theProgramsHandlerReceivesWhatNoScopeDoes() async {
    // The program's handler is one for the process, so it is tried in a process of its own.
    await #expect(processExitsWith: .success) {
      let log = Log()
      ReportSink.setHandler { log.add("program: \($0.message)") }
      ReportSink.report("1", at: .thisLine())
      let scoped: ReportSink.Handler = { log.add("scoped: \($0.message)") }
      ReportSink.withHandler(scoped) {
        ReportSink.report("2", at: .thisLine())
      }
      ReportSink.setHandler { log.add("second: \($0.message)") }
      await Task.detached { ReportSink.report("3", at: .thisLine()) }.value
      #expect(log.all == ["program: 1", "scoped: 2", "second: 3"])
    }
  }

  @Test func withoutAHandlerItGoesToStandardError() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      ReportSink.setHandler { _ in }
      ReportSink.setHandler(nil)
      // Spelt out, because inside an exit test #line counts from elsewhere.
      let callSite = CallSite(fileID: "App/List.swift", filePath: "/List.swift", line: 7, column: 3)
      ReportSink.report("Nobody listens.", at: callSite)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("App/List.swift:7: Nobody listens.\n"))
  }

  @Test func aReplacedHandlerIsReleasedOutsideTheLock() async {
    await #expect(processExitsWith: .success) {
      final class Reporter: Sendable {
        deinit { ReportSink.report("released", at: .thisLine()) }
      }
      do {
        let reporter = Reporter()
        ReportSink.setHandler { _ in withExtendedLifetime(reporter) {} }
      }
      let log = Log()
      ReportSink.setHandler { log.add($0.message) }
      #expect(log.all == ["released"])
    }
  }
}
