@_spi(Strata) import StrataConcurrency
@_spi(Strata) import StrataDependencies
import Testing

/// Whether a report says that its line is only the nearest one that is known.
@Suite struct AskingTests {
  @Test func theLineOfAHolderIsExact() {
    let line: UInt = #line + 1
    let reports = reports { _ = $0.value(\.unplugged, askedAt: .thisLine()).watts }
    #expect(reports.map(\.isNear) == [false])
    #expect(reports.map(\.callSite.line) == [line])
  }

  @Test func theLineOfAMemberIsNear() {
    let line: UInt = #line + 2
    let reports = reports { values in
      _ = DependencyValues.asking(near: .thisLine()) { values.unplugged.watts }
    }
    #expect(reports.map(\.isNear) == [true])
    #expect(reports.map(\.callSite.line) == [line])
    let asked = self.reports { values in
      _ = values.value(\.unplugged, askedAt: .thisLine(), isNear: true).watts
    }
    #expect(asked.map(\.isNear) == [true])
  }

  @Test func theLineOfADirectUseIsExact() {
    let line: UInt = #line + 1
    let reports = reports { _ = $0[Unplugged.self].watts }
    #expect(reports.map(\.isNear) == [false])
    #expect(reports.map(\.callSite.line) == [line])
  }

  @Test func aLoopIsReportedOnceForEachLine() {
    let reports = reports { values in
      for _ in 0..<20_003 { _ = values[Unplugged.self].watts }
      _ = values[Unplugged.self].watts
    }
    #expect(reports.count == 2)
    #expect(Set(reports.map(\.message)).count == 1)
  }

  @Test func theLineOfAPropertyOfTheLibraryIsNear() {
    let reports = reports { _ = $0.continuousClock }
    #expect(reports.map(\.isNear) == [true])
    #expect(
      reports.map(\.message) == [
        "ContinuousClockKey is used in a test that does not override it, and its test value only stands in. "
          + "Override it with a clock that the test controls: `$0.continuousClock = …`."
      ]
    )
  }

  private func reports(_ read: (DependencyValues) -> Void) -> [Report] {
    let found = Locked<[Report]>([], rank: .leaf)
    ReportSink.withHandler { report in
      found.withLock { $0.append(report) }
    } operation: {
      withDependencies {
        $0.context = .test
      } operation: {
        read(.current)
      }
    }
    return found.withLock { $0 }
  }
}

private struct Unplugged: DependencyKey {
  var watts = 0

  static let liveValue = Unplugged()
}

extension DependencyValues {
  fileprivate var unplugged: Unplugged {
    get { self[Unplugged.self] }
    set { self[Unplugged.self] = newValue }
  }
}
