import StrataConcurrency
import Testing

@testable import StrataCore

/// Restorations of states while the program's own equality does something else.
@Suite struct StateHistoryTests {
  private static let layout = Layout(
    name: "Nosy",
    slots: [
      .value("first", Nosy.self), .value("second", Nosy.self), .value("name", String.self),
    ]
  )
  private static let first = Slot<Nosy>(uncheckedIndex: 0)
  private static let second = Slot<Nosy>(uncheckedIndex: 1)
  private static let name = Slot<String>(uncheckedIndex: 2)

  private let context = Context(layout: Self.layout)

  init() {
    context.initialize(Self.first, to: Nosy(number: 0))
    context.initialize(Self.second, to: Nosy(number: 0))
    context.initialize(Self.name, to: "")
  }

  /// A history of two states, whose last value has to be compared before it can be restored.
  private func history() throws -> StateHistory {
    let made = StateHistory(of: context, now: { .zero })
    let history = try #require(made)
    context.write(Self.first, Nosy(number: 1))
    // An equal value makes no state.
    context.write(Self.first, Nosy(number: 1))
    #expect(history.count == 2)
    return history
  }

  /// Restores the first state, and calls a closure when a value is compared for the first time.
  private func restore(_ history: StateHistory, _ body: @escaping @Sendable () -> Void) -> Bool {
    let once = Locked<(@Sendable () -> Void)?>(body, rank: .leaf)
    let onCompare: @Sendable () -> Void = { once.withLock { $0.take() }?() }
    let isRestored = Nosy.$onCompare.withValue(onCompare) {
      history.restore(0, at: .thisLine())
    }
    #expect(once.withLock { $0 == nil })
    return isRestored
  }

  @Test func oneThatIsStoppedWhileItRestoresHasRestored() throws {
    let anchor = Anchor(context)
    let history = try history()
    #expect(restore(history) { history.stop() })
    #expect(context[Self.first].number == 0)
    #expect(history.position == 0 && history.count == 2)
    #expect(!history.restore(1, at: .thisLine()))
    #expect(context[Self.first].number == 0)
    withExtendedLifetime(anchor) {}
  }

  @Test func aStateThatIsRecordedMeanwhileIsRevertedAsWell() throws {
    let anchor = Anchor(context)
    let history = try history()
    let isRestored = restore(history) { [context] in
      OtherThread { context.write(StateHistoryTests.name, "x") }.join()
    }
    #expect(isRestored)
    #expect(context[Self.first].number == 0 && context[Self.name] == "")
    #expect(history.position == 0 && history.count == 3)
    #expect(history.restore(2, at: .thisLine()))
    #expect(context[Self.first].number == 1 && context[Self.name] == "x")
    withExtendedLifetime(anchor) {}
  }

  @Test func oneThatIsStoppedBesideACommitInDeliveryHasRestored() throws {
    let anchor = Anchor(context)
    let history = try history()
    let (comparing, mayEnd) = (Gate(), Gate())
    let writer = Locked<OtherThread?>(nil, rank: .leaf)
    let wait: @Sendable () -> Void = {
      comparing.open()
      mayEnd.wait()
    }
    let isRestored = restore(history) { [context] in
      let thread = OtherThread {
        Nosy.$onCompare.withValue(wait) {
          context.write(StateHistoryTests.second, Nosy(number: 5))
        }
      }
      writer.withLock { $0 = thread }
      comparing.wait()
      history.stop()
    }
    #expect(isRestored)
    #expect(context[Self.first].number == 0)
    mayEnd.open()
    writer.withLock { $0 }?.join()
    #expect(context[Self.second].number == 5)
    withExtendedLifetime(anchor) {}
  }

  @Test func nothingIsRestoredWhenTheTreeHasEnded() throws {
    var anchor: Anchor? = Anchor(context)
    let history = try history()
    withExtendedLifetime(anchor) {}
    anchor = nil
    #expect(!history.restore(0, at: .thisLine()))
    #expect(history.position == 1)
  }
}
