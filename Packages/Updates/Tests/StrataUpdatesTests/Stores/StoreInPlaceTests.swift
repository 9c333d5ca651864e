import StrataConcurrency
import StrataRendering
import StrataUpdates
import Testing

private struct Log: Equatable, Sendable {
  var lines: [Int] = []
  var title = ""

  /// The address of the lines: another one after a copy.
  var place: UInt {
    unsafe lines.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}

private enum LogAction: Sendable {
  case append(Int)
  case rename(String)
  case echo(Int)
}

private func change(
  _ log: inout Log,
  _ action: LogAction,
  _ environment: Recorded<UInt>
) -> InPlaceUpdate<LogAction> {
  switch action {
  case .append(let line): log.lines.append(line)
  case .rename(let title): log.title = title
  case .echo(let line): return Update(fx: .just(.append(line), .append(line))).animation(.linear)
  }
  environment.append(log.place)
  return Update()
}

@Suite struct StoreInPlaceTests {
  private func makeLog(
    _ places: Recorded<UInt>,
    skipsEqualStates: Bool = true
  ) -> Store<Log, LogAction, Recorded<UInt>> {
    var log = Log()
    log.lines.reserveCapacity(10_000)
    log.lines += 0..<5_000
    return Store(
      changing: change,
      state: log,
      environment: places,
      skipsEqualStates: skipsEqualStates
    )
  }

  /// The peer copies a list for each row that it appends, and compares all of the state.
  @Test func aListIsNotCopiedIfNobodyLooks() {
    let places = Recorded<UInt>()
    let store = makeLog(places)
    for line in 0..<100 { store.send(.append(line)) }
    #expect(store.state.lines.count == 5_100)
    #expect(Set(places.elements).count == 1)
  }

  @Test func aListIsNotCopiedForThoseWhoWantAllChanges() {
    let places = Recorded<UInt>()
    let store = makeLog(places, skipsEqualStates: false)
    let calls = Recorded<String>()
    let token = store.observe { calls.append("\($0.lines.count)") }
    for line in 0..<100 { store.send(.append(line)) }
    #expect(Set(places.elements).count == 1)
    store.send(.rename(""))
    #expect(calls.count == 102)
    withExtendedLifetime(token) {}
  }

  @Test func equalStatesAreNotToldUnlessAskedFor() {
    let store = makeLog(Recorded())
    let calls = Recorded<String>()
    let token = store.observe { calls.append($0.title) }
    store.send(.rename(""))
    store.send(.rename("a"))
    store.send(.rename("a"))
    #expect(calls.elements == ["", "a"])
    withExtendedLifetime(token) {}
  }

  @Test func effectsAndStepsAreAsWithWholeStates() {
    let store = makeLog(Recorded())
    let steps = Recorded<String>()
    let token = store.observeSteps { step in
      let curve = step.update.transaction?.animation?.curve.rawValue ?? "none"
      steps.append("\(step.action) \(step.state.lines.count) \(curve) \(step.update.fx.isEmpty)")
    }
    store.send(.echo(7))
    #expect(
      steps.elements == [
        "echo(7) 5000 linear false", "append(7) 5001 none true", "append(7) 5002 none true",
      ]
    )
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [true, false])
  func observersFindTheTransactionOfTheUpdate(skipsEqualStates: Bool) {
    let store = Store(
      changing: { (state: inout Int, action: RecordedAnimation?, _: Void) in
        state += 1
        guard let action else { return InPlaceUpdate<RecordedAnimation?>() }
        return InPlaceUpdate<RecordedAnimation?>().animation(action)
      },
      state: 0,
      environment: (),
      skipsEqualStates: skipsEqualStates
    )
    let curves = Recorded<String>()
    let token = store.observe { state in
      let curve = RecordedTransaction.current.animation?.curve.rawValue ?? "none"
      curves.append("\(state) \(curve)")
    }
    store.send(.linear)
    store.send(nil)
    withRecordedAnimation(.linear) { store.send(nil) }
    #expect(curves.elements == ["0 none", "1 linear", "2 none", "3 linear"])
    withExtendedLifetime(token) {}
  }

  @Test func aPartsUpdateIsTaggedForTheWhole() {
    struct Rows: Equatable, Sendable { var logs = [Log(), Log()] }
    enum RowsAction: Sendable { case row(Int, LogAction) }
    let store = Store(
      changing: { (state: inout Rows, action: RowsAction, places: Recorded<UInt>) in
        switch action {
        case .row(let index, let action):
          change(&state.logs[index], action, places).tag { .row(index, $0) }
        }
      },
      state: Rows(),
      environment: Recorded()
    )
    store.send(.row(1, .echo(3)))
    #expect(store.state.logs.map(\.lines) == [[], [3, 3]])
  }

  @Test func readingTheStateInsideItsChangeEndsTheProgramWithAReason() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let holder = Recorded<Store<String, Int, Void>>()
      let store = Store<String, Int, Void>(
        changing: { state, action, _ in
          state = "\(holder.elements.first?.state ?? "") \(action)"
          return Update()
        },
        state: "a text that does not fit into a string's own bytes",
        environment: ()
      )
      holder.append(store)
      store.send(1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Store<String, Int>.state"))
  }
}
