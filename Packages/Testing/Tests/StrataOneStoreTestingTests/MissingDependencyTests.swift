import Foundation
import StrataConcurrency
import StrataDependencies
import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import Testing

private struct Diary: Model {
  struct State: Equatable, Sendable {
    var days: [Date] = []
  }

  @ModelState private var state: State
  @ModelDependency(\.date.now) var now

  static let firstLine = #line + 3

  func count(_ days: Int) {
    for _ in 0..<days { _ = now }
  }

  func countTwice() {
    _ = now
    _ = now
  }
}

/// A dependency that a test has not overridden is reported once for each line that asks for it.
@Suite struct MissingDependencyTests {
  private let message =
    "DateGeneratorKey is used in a test that does not override it, and its test value only stands in. "
    + "Override it, for example with `$0.date = .constant(…)`."

  @Test func aLoopOfReadsIsOneFailure() async {
    let line = #line + 3
    let findings = await Findings.of {
      for _ in 0..<20_003 {
        _ = DependencyValues.current.date
      }
    }
    #expect(findings.messages == [message])
    #expect(findings.places == ["StrataOneStoreTestingTests/MissingDependencyTests.swift:\(line)"])
  }

  @Test func eachLineThatAsksIsAFailure() async {
    let line = #line + 2
    let findings = await Findings.of {
      _ = DependencyValues.current.date
      _ = DependencyValues.current.date.now
    }
    #expect(findings.messages == [message, message])
    let file = "StrataOneStoreTestingTests/MissingDependencyTests.swift"
    #expect(findings.places == ["\(file):\(line)", "\(file):\(line + 1)"])
  }

  @Test func aHolderInALoopIsOneFailureAtItsLine() async {
    let line = #line + 2
    let findings = await Findings.of {
      @Dependency(\.date) var date
      for _ in 0..<20_003 { _ = date }
    }
    #expect(findings.messages == [message])
    #expect(findings.places == ["StrataOneStoreTestingTests/MissingDependencyTests.swift:\(line)"])
  }

  @Test func aModelNamesTheLineThatAsks() async {
    let findings = await Findings.of {
      let store = TestStore<Diary>(initialState: .init())
      store.model.count(20_003)
      store.model.countTwice()
    }
    #expect(findings.messages == [message, message, message])
    let file = "StrataOneStoreTestingTests/MissingDependencyTests.swift"
    #expect(findings.places == [0, 4, 5].map { "\(file):\(Diary.firstLine + $0)" })
  }

  @Test func outsideOfScopesALoopIsOneFailure() async {
    let findings = Findings()
    await findings.collect {
      let store = TestStore<Diary>(initialState: .init())
      store.model.count(20_003)
    }
    #expect(findings.messages == [message])
  }

  @Test(arguments: [1, 2]) func eachCaseOfATestFailsOnItsOwn(_ number: Int) async {
    let findings = Findings()
    await findings.collect {
      let store = TestStore<Diary>(initialState: .init())
      store.model.count(number)
    }
    #expect(findings.messages == [message])
  }

  @Test func aPlainTestHasOneIssue() {
    let found = Locked<[String]>([], rank: .leaf)
    withKnownIssue {
      let store = TestStore<Diary>(initialState: .init())
      store.model.count(2)
    } matching: { issue in
      found.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(found.withLock { $0 } == [message])
  }

  @Test func outsideOfScopesEachHandlerOfFailuresReceivesThem() async {
    for _ in 0..<2 {
      let findings = Findings()
      await findings.collect {
        let store = TestStore<Diary>(initialState: .init())
        store.model.count(2)
      }
      #expect(findings.messages == [message])
    }
  }

  @Test func eachTestFailsOnItsOwn() async {
    for _ in 0..<2 {
      let findings = await Findings.of { _ = DependencyValues.current.date }
      #expect(findings.messages == [message])
    }
  }
}
