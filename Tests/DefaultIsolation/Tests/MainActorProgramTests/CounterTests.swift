import MainActorProgram
import StrataConcurrency
import Testing

@Suite struct CounterTests {
  @Test func sharesALockWithOtherThreads() async {
    let counter = Counter()
    await counter.count(on: 4, each: 1000)
    #expect(counter.value == 4000)
  }

  @Test func reportsTheLineItIsTold() {
    let reports = Locked<[Report]>([], rank: .leaf)
    ReportSink.withHandler { report in
      reports.withLock { $0.append(report) }
    } operation: {
      Counter().complain(at: .thisLine())
    }
    let report = reports.withLock { $0.first }
    #expect(report?.message == "The counter is not to be used so.")
    #expect(report?.callSite.fileID.description == "MainActorProgramTests/CounterTests.swift")
  }
}
