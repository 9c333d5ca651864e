import Foundation
import StrataConcurrency
import StrataTestFindings
import StrataTesting
import StrataUpdates
import StrataUpdatesTesting
import Testing

/// The lines that failures of test stores suggest, fed back to the compiler: each stands in a test that passes.
@Suite struct SuggestedLinesTests {
  @Test func linesOfActionsPass() async throws {
    try await SuggestedLines.check(kinds: [.events]) {
      let inbox = TestStore(changing: Inbox.change, state: Inbox(), environment: ())
      await inbox.send(.fetch)
    } asserting: {
      let inbox = TestStore(changing: Inbox.change, state: Inbox(), environment: ())
      await inbox.send(.fetch)
      // swift-format-ignore
      await inbox.receive(.named("a \"b\"", as: .draft(2))) {
        $0.title = "a \"b\""
        $0.kind = .draft(2)
      }
      await inbox.receive(.counted([1, -2])) { $0.totals.counts = [1, -2] }
      await inbox.receive(where: { if case .dated = $0 { true } else { false } })
      await inbox.receive(.found(nil))
    }
  }

  @Test func linesOfStatesThatAreNoStructsPass() async throws {
    try await SuggestedLines.check(kinds: [.events]) {
      let light = TestStore(changing: shine, state: Light.red, environment: ())
      await light.send(true) { $0 = .green }
    } asserting: {
      let light = TestStore(changing: shine, state: Light.red, environment: ())
      await light.send(true) { $0 = .green }
      await light.receive(false) { $0 = .red }
    }
  }

  @Test func theLineForAnotherActionPasses() async throws {
    try await SuggestedLines.check(kinds: [.events]) {
      let light: TestStore<Light, Bool, Void> = TestStore(
        changing: shine,
        state: Light.red,
        environment: ()
      )
      await light.send(true) { $0 = .green }
      await light.receive(true) { $0 = .red }
    } asserting: {
      let light = TestStore(changing: shine, state: Light.red, environment: ())
      await light.send(true) { $0 = .green }
      await light.receive(false) { $0 = .red }
    }
  }

  /// A value that cannot be written is a placeholder, which compiles only after it has been replaced.
  @Test func aStateThatCannotBeWrittenIsAPlaceholder() async {
    let findings = await Findings.of {
      let dates = TestStore(
        changing: { (date: inout Date, isNow: Bool, _: Void) in
          date += 1
          return Update(fx: isNow ? .just(false) : .empty)
        },
        state: Date(timeIntervalSince1970: 0),
        environment: ()
      )
      await dates.send(true) { $0 += 1 }
    }
    #expect(
      findings.messages.first?.hasSuffix("  await dates.receive(false) { $0 = <#Date#> }") == true
    )
  }
}

private enum Light: Equatable, Sendable { case red, green }

@Sendable
private func shine(_ light: inout Light, _ isOn: Bool, _: Void) -> Update<Void, Bool> {
  light = isOn ? .green : .red
  return Update(fx: isOn ? .just(false) : .empty)
}

private struct Inbox: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case letter
    case draft(Int)
  }
  struct Totals: Equatable, Sendable {
    var counts: [Int] = []
    var isKnown = true
  }
  enum Action: Equatable, Sendable {
    case fetch
    case named(String, as: Kind)
    case counted([Int])
    case dated(Date)
    case found(Int?)
  }

  var title = ""
  var kind = Kind.letter
  var totals = Totals()

  @Sendable
  static func change(_ inbox: inout Inbox, _ action: Action, _: Void) -> Update<Void, Action> {
    switch action {
    case .fetch:
      let date = Date(timeIntervalSince1970: 0)
      return Update(
        fx: .merge(
          .just(.named("a \"b\"", as: .draft(2))),
          .just(.counted([1, -2])),
          .just(.dated(date)),
          .just(.found(nil))
        )
      )
    case .named(let title, let kind):
      inbox.title = title
      inbox.kind = kind
    case .counted(let counts): inbox.totals.counts = counts
    case .dated, .found: break
    }
    return Update()
  }
}
