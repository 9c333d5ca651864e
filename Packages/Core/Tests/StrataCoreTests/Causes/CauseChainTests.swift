import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct CauseChainTests {
  /// Builds a chain of calls named by their numbers, and returns the last one.
  private func chain(of count: Int) -> Cause {
    var cause = Cause(.call, name: "1", at: .thisLine(), after: nil)
    for number in 2...count {
      cause = Cause(.task, name: "\(number)", at: .thisLine(), after: cause)
    }
    return cause
  }

  @Test func aShortChainIsWhole() {
    let steps = chain(of: 32).steps
    #expect(steps.map(\.name) == (1...32).map { "\($0)" })
    #expect(steps.allSatisfy { $0.omittedCount == 0 })
    #expect(steps.first?.kind == .call)
  }

  @Test func aLongChainKeepsItsEndsAndCountsWhatItLost() {
    let steps = chain(of: 33).steps
    #expect(steps.count == 17)
    #expect(steps.prefix(8).map(\.name) == (1...8).map { "\($0)" })
    #expect(steps.suffix(9).map(\.name) == (25...33).map { "\($0)" })
    #expect(steps[8].omittedCount == 16)
    #expect(steps.reduce(0) { $0 + $1.omittedCount } == 16)
  }

  @Test func aVeryLongChainIsBoundedAndCountsAllThatItLost() {
    let cause = chain(of: 100_000)
    let steps = cause.steps
    #expect(steps.count <= 32)
    #expect(steps.reduce(steps.count) { $0 + $1.omittedCount } == 100_000)
    #expect(steps.prefix(8).map(\.name) == (1...8).map { "\($0)" })
    #expect(steps.last?.name == "100000")
  }

  @Test func theTextSaysWhereStepsAreMissing() {
    let text = chain(of: 33).description
    #expect(text.contains("call \"1\" at StrataCoreTests/CauseChainTests.swift:"))
    #expect(text.contains(" > 16 more > task \"25\" at "))
  }

  @Test func aTransactionIsPartOfTheStepAroundIt() {
    let task = Cause(.task, name: "load", at: .thisLine(), after: nil)
    let inner = Cause(.transaction, at: .thisLine(), after: task)
    let innermost = Cause(.transaction, at: .thisLine(), after: inner)
    #expect(innermost.outsideTransactions?.name == "load")
    #expect(task.outsideTransactions?.name == "load")
    #expect(Cause(.transaction, at: .thisLine(), after: nil).outsideTransactions == nil)
  }

  @Test func aNamedCallIsKnownToARecordingThatBeginsInside() {
    withCause("outer") {
      Cause.startRecording()
      defer { Cause.stopRecording() }
      withCause("inner") {
        #expect(Cause.current?.steps.map(\.name) == ["outer", "inner"])
      }
      #expect(Cause.current?.name == "outer")
    }
  }

  @Test func aNamedCallIsKnownAcrossSuspension() async {
    await withCause("import") {
      Cause.startRecording()
      defer { Cause.stopRecording() }
      await Task.yield()
      let names = await Task { Cause.current?.steps.map(\.name) }.value
      #expect(names == ["import"])
    }
  }
}
