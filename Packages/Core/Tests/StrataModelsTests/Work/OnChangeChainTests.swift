import StrataConcurrency
import StrataModels
import Testing

/// Closures of `onChange(of:)` that write what they follow, from the first call on.
@Suite struct OnChangeChainTests {
  /// The limit at which an endless chain gives up, so that a test fails instead of hanging.
  private let far = 5_000

  private func reported(_ body: () -> Void) -> [Report] {
    let reports = Locked<[Report]>([], rank: .leaf)
    ReportSink.withHandler({ report in reports.withLock { $0.append(report) } }, operation: body)
    return reports.withLock { $0 }
  }

  @Test func aChainThatTheFirstCallBeginsIsEndedAndReportedOnce() {
    let line = Locked<UInt>(0, rank: .leaf)
    let calls = Locked(0, rank: .leaf)
    let found = reported {
      let model = Search { [far] model in
        line.withLock { $0 = #line + 1 }
        model.node.onChange(of: model.limit) { _, new in
          calls.withLock { $0 += 1 }
          if new < far { model.limit = new + 1 }
        }
      }
      .withAnchor()
      #expect(model.limit == 1_010)
    }
    #expect(calls.withLock { $0 } == 1_000)
    #expect(found.count == 1)
    let message = found.first?.message ?? ""
    #expect(
      message.hasPrefix(
        """
        A cycle of observers: 1000 rounds of changes, each caused by the one before, ended with \
        Search.limit (declared at StrataModelsTests/Search.swift:
        """
      )
    )
    let place = "StrataModelsTests/OnChangeChainTests.swift:\(line.withLock { $0 })"
    #expect(message.contains("observed by onChange(of:) at \(place). The last round"))
  }

  @Test func twoThatWriteWhatTheOtherFollowsAreEndedToo() {
    let found = reported {
      _ = Search { [far] model in
        model.node.onChange(of: model.limit) { _, new in
          if new < far { model.query = "\(new)" }
        }
        model.node.onChange(of: model.query) { _, new in model.limit = (Int(new) ?? 0) + 1 }
      }
      .withAnchor()
    }
    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix("A cycle of observers: 1000 rounds") == true)
  }

  @Test func aChainThatEndsIsToldWhole() {
    let told = Locked<[Int]>([], rank: .leaf)
    let found = reported {
      let model = Search { model in
        model.node.onChange(of: model.limit) { _, new in
          told.withLock { $0.append(new) }
          if new < 600 { model.limit = new + 1 }
        }
      }
      .withAnchor()
      #expect(model.limit == 600)
    }
    #expect(told.withLock { $0 } == Array(10...600))
    #expect(found.isEmpty)
  }

  /// Many writes of one call are no chain; they are delivered when it is over, as one change.
  @Test func manyWritesOfOneCallAreNoChain() {
    let told = Locked<[Int]>([], rank: .leaf)
    let found = reported {
      let model = Search { model in
        model.node.onChange(of: model.limit) { _, new in
          told.withLock { $0.append(new) }
          if new == 10 { for limit in 11...300 { model.limit = limit } }
        }
      }
      .withAnchor()
      model.limit = 301
    }
    #expect(told.withLock { $0 } == [10, 300, 301])
    #expect(found.isEmpty)
  }

  @Test func whatAnotherChangesAfterAnEndedChainIsToldFromTheLastCallOn() {
    let calls = Locked<[String]>([], rank: .leaf)
    _ = reported {
      let model = Search { [far] model in
        model.node.onChange(of: model.limit) { old, new in
          calls.withLock { $0.append("\(old) \(new)") }
          if new < far { model.limit = new + 1 }
        }
      }
      .withAnchor()
      model.limit = far
    }
    #expect(calls.withLock { $0.suffix(2) } == ["1008 1009", "1009 \(far)"])
  }
}
