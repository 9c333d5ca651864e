import StrataConcurrency
import Testing

@testable import StrataSources

@Suite struct ActionExecutionTests {
  /// Waits for so many executions of a source.
  ///
  /// Other tests execute actions at the same time. A thread that executes while another delivers an execution leaves
  /// its own to that thread. So this waits for the executions instead of looking once.
  func take(
    _ count: Int,
    of id: SourceID,
    from values: MulticastSequence<ActionExecution>
  ) async -> [ActionExecution] {
    var taken: [ActionExecution] = []
    for await execution in values where execution.sourceID == id {
      taken.append(execution)
      if taken.count == count { break }
    }
    return taken
  }

  @Test func streamHasEveryExecutionInOrder() async throws {
    let values = ActionExecution.publisher.values()
    let log = Recorder<ActionExecution>()
    ActionExecution.publisher.subscribe(log, method: Recorder.take)
    let counter = CounterSource()
    let add = counter.model.add
    counter.model.increment?()
    add?(2)
    counter.set(9)
    add?(1, ifUnavailable: { _ in true })
    let id = counter.eraseToSource().sourceID
    let steps = await take(3, of: id, from: values)
    try #require(steps.count == 3)
    // Subscribers are notified before loops.
    #expect(log.models.filter { $0.sourceID == id }.map(\.actionID) == steps.map(\.actionID))
    #expect(
      steps.map(\.description) == ["\(id).incrementAction"]
        + Array(repeating: "\(id).addAction", count: 2)
    )
    #expect(steps.map { $0.input as? Int } == [nil, 2, 1])
    #expect(steps.map { $0.error?.code } == [nil, nil, .expired])
    #expect(steps[1].actionID == steps[2].actionID)
    #expect(steps[0].actionID != steps[1].actionID)
  }

  @Test func executionsCanBeLoopedOver() async {
    let values = ActionExecution.publisher.values()
    let counter = CounterSource()
    let id = counter.eraseToSource().sourceID
    counter.model.increment?()
    for await execution in values where execution.sourceID == id {
      #expect(execution.description.hasSuffix("incrementAction"))
      break
    }
  }

  @Test func handlerDecidesWhetherAnErrorIsPublished() async {
    let errors = ActionExecution.errors.values()
    let counter = CounterSource()
    let id = counter.eraseToSource().sourceID
    let add = counter.model.add
    counter.set(5)
    add?(1, ifUnavailable: { _ in false })
    add?(2, ifUnavailable: { _ in true })
    add?(3)
    let published = await take(2, of: id, from: errors)
    #expect(published.map { $0.input as? Int } == [2, 3])
    #expect(published.map { $0.error?.code } == [.expired, .expired])
  }

  @Test func errorsOfActionsWithoutInputArePublished() async {
    let errors = ActionExecution.errors.values()
    let switches = Switch()
    let id = switches.eraseToSource().sourceID
    let off = switches.model
    off?()
    off?()
    let reference: (() -> Void)? = off?.callAsFunction
    reference?()
    off?(ifUnavailable: { _ in false })
    off?(ifUnavailable: { _ in true })
    let line = UInt(#line) - 1
    let published = await take(3, of: id, from: errors)
    #expect(published.map(\.callSite?.line) == [line - 4, nil, line])
    #expect(published.map(\.error?.code) == [.expired, .expired, .expired])
  }

  // SAFETY: adds an action alone.
  private final class Switch: SourceOf<Action<Void>?>, @unchecked Sendable {
    @Action(Switch.turnOff) private var offAction
    var initialModel: Action<Void>? { offAction }
    private func turnOff() { model = nil }
  }

  #if DEBUG
  /// This runs in a process of its own, because tests beside it follow all executions.
  @Test func errorsAreGivenToSubscribersAndPrintedOnlyWithoutAny() async {
    await #expect(processExitsWith: .success) {
      let lines = Recorder<String>()
      let print: @Sendable (String) -> Void = { lines.take($0) }
      let counter = CounterSource()
      let add = counter.model.add
      counter.set(9)
      UnobservedError.$output.withValue(print) {
        add?(1)
        #expect(lines.models.count == 1)
        do {
          let logs = [Recorder<ActionExecution>(), Recorder<ActionExecution>()]
          ActionExecution.errors.subscribe(logs[0], method: Recorder.take)
          add?(2)
          ActionExecution.errors.subscribe(logs[1], method: Recorder.take)
          add?(3)
          #expect(logs[0].models.map { $0.input as? Int } == [2, 3])
          #expect(logs[1].models.map { $0.input as? Int } == [3])
          #expect(lines.models.count == 1)
        }
        add?(4)
        #expect(lines.models.count == 2)
      }
    }
  }
  #endif

  @Test func errorsOfActionsWhoseInputIsNotSendableArePublished() async {
    let errors = ActionExecution.errors.values()
    let desk = Desk()
    let put = desk.model.put
    let id = desk.eraseToSource().sourceID
    put?(Note("one"))
    put?(Note("two"), ifUnavailable: { _ in true })
    desk.close()
    put?(Note("three"))
    let line = UInt(#line) - 1
    let reference: ((Note) -> Void)? = put?.callAsFunction
    reference?(Note("four"))
    put?(Note("five"), ifUnavailable: { _ in false })
    put?(Note("six"), ifUnavailable: { _ in true })
    let last = UInt(#line) - 1
    #expect(desk.texts == ["one", "two"])
    let published = await take(3, of: id, from: errors)
    #expect(published.map(\.error?.code) == [.expired, .expired, .expired])
    #expect(published.map(\.callSite?.line) == [line, nil, last])
    #expect(published.allSatisfy { $0.input == nil })
  }

  private final class Note {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private struct Notes {
    var put: Action<Note>?
  }

  // SAFETY: used by the thread of one test alone.
  private final class Desk: SourceOf<Notes>, @unchecked Sendable {
    @Action(Desk.put) private var putAction
    var texts: [String] = []
    var initialModel: Notes { Notes(put: putAction) }
    private func put(_ note: Note) { texts.append(note.text) }
    func close() { model = Notes() }
  }

  @Test func anActionThatBelongsToNoSourceSaysSo() {
    final class Loose: Sendable {
      func go() {}
    }
    let action = Action<Void>(Loose.go)
    let codes = Recorder<ActionError.Code?>()
    action(ifUnavailable: {
      codes.take($0.error?.code)
      return false
    })
    #expect(codes.models == [.unbound])
    #expect(action.unavailability?.code == .unbound)
    #expect(action.unavailability?.message.contains("belongs to no source.") == true)
  }

  @Test func unobservedErrorsArePrintedInDebugBuilds() {
    let hub = ActionExecutionHub()
    #expect(!hub.isObserved)
    do {
      let log = Recorder<ActionExecution>()
      hub.add { [weak log] execution in
        if let execution { log?.take(execution) }
        return log != nil
      }
      #expect(hub.isObserved)
    }
    #expect(!hub.isObserved)
    #if DEBUG
    let lines = Recorder<String>()
    let take: @Sendable (String) -> Void = { lines.take($0) }
    let place = CallSite.thisLine()
    UnobservedError.$output.withValue(take) {
      UnobservedError.print(.expired("A.b"), at: nil)
      UnobservedError.print(.expired("A.b"), at: place)
    }
    let told = """
      Action not executed: A.b has expired: the model that offered it was replaced by one without \
      it. Call the actions of the current model.

      """
    #expect(lines.models == [told, "\(place): \(told)"])
    #endif
  }

  @Test func whatIsToldNamesTheLineThatCalled() async throws {
    let counter = CounterSource()
    let id = counter.eraseToSource().sourceID
    let values = ActionExecution.publisher.values()
    let errors = ActionExecution.errors.values()
    let (add, increment) = (try #require(counter.model.add), counter.model.increment)
    let first = UInt(#line) + 1
    increment?()
    add(0)
    add(0, ifUnavailable: { _ in true })
    add.map { (text: String) in Int(text) ?? 0 }("0")
    let reference: (Int) -> Void = add.callAsFunction
    reference(0)
    let steps = await take(5, of: id, from: values)
    #expect(steps.map(\.callSite?.line) == [first, first + 1, first + 2, first + 3, nil])
    #expect(steps.first?.callSite?.fileID.description == #fileID)
    counter.set(9)
    add(5)
    let line = UInt(#line) - 1
    let rejected = await take(1, of: id, from: errors)
    #expect(rejected.map(\.callSite?.line) == [line])
  }
}
