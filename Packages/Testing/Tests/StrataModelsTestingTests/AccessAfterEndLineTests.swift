import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import Testing

/// The line at which a test names an access to a model that has left its tree.
@Suite struct AccessAfterEndLineTests {
  private let file = "StrataModelsTestingTests/AccessAfterEndLineTests.swift"

  @Test func itIsTheLineThatWrites() async {
    let line = Locked(UInt(0), rank: .leaf)
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let counter = board.counters[0]
      board.counters = []
      await expect(board.counters.isEmpty)
      counter.count = 2
      line.withLock { $0 = #line - 1 }
    }
    #expect(findings.kinds == [.misuse])
    #expect(findings.places == ["\(file):\(line.withLock { $0 })"])
    #expect(findings.messages.first?.contains("was written after its owner had left") == true)
  }

  /// The compiler gives an in-place change no line, so the line that calls its function is named.
  @Test func itIsTheLineThatCallsTheFunctionWithAnInPlaceChange() async {
    let line = Locked(UInt(0), rank: .leaf)
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let counter = board.counters[0]
      board.counters = []
      await expect(board.counters.isEmpty)
      counter.increment()
      line.withLock { $0 = #line - 1 }
    }
    #expect(findings.places == ["\(file):\(line.withLock { $0 })"])
  }

  @Test func itIsTheLineOfTheCallbackThatWrites() async {
    let line = Locked(UInt(0), rank: .leaf)
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let counter = board.counters[0]
      let write: @Sendable () -> Void = {
        counter.isLoading = true
        line.withLock { $0 = #line - 1 }
      }
      board.counters = []
      await expect(board.counters.isEmpty)
      await withCheckedContinuation { continuation in
        write()
        continuation.resume()
      }
    }
    #expect(findings.places == ["\(file):\(line.withLock { $0 })"])
  }
}
