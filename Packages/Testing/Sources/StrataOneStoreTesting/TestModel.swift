import StrataConcurrency
import StrataExtensions
@_spi(Strata) public import StrataOneStore
import StrataTesting

/// Declares a model, or a container of models, that a test uses and asserts about.
///
/// ```swift
/// @TestModel var appModel = store.model
/// @TestModel var rows = appModel.$counters
///
/// appModel.addButtonTapped()
/// rows.count  // 1
/// await $appModel.assert { $0.counters = [.init(counter: .init(), id: id)] }
/// ```
///
/// A model follows its own state. A container is read anew at each access, so it always contains the current
/// models. `$rows` asserts about the states of the property that the expression has read last.
@propertyWrapper
public struct TestModel<Tested: ModelContainer> {
  private enum Source {
    /// A model; it follows its state by itself.
    case models(Tested, TestedPart<Tested.Container>?)
    /// Gives the current container.
    case expression(() -> Tested)
  }

  private var source: Source

  /// Makes one of a model of a ``TestStore``.
  ///
  /// - Parameters:
  ///   - wrappedValue: The model.
  ///   - fileID: The caller's file, like the next three for the lines that failures suggest.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    wrappedValue: Tested,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Tested: Model {
    let part = wrappedValue.testedPart
    source = .models(wrappedValue, part)
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    (part.tester as? any AnyStoreTester)?.names.note(variableAt: place, for: part.context)
  }

  /// Makes one of a container of models of a ``TestStore``; each access reads the container anew.
  ///
  /// - Parameter wrappedValue: Reads the container, as `appModel.$counters` does.
  @_disfavoredOverload
  public init(wrappedValue: @autoclosure @escaping () -> Tested) {
    source = .expression(wrappedValue)
  }

  /// The model, or the current models.
  public var wrappedValue: Tested {
    switch source {
    case .models(let models, _): models
    case .expression(let read): read()
    }
  }

  /// The assertions about the state of the model, or about the states of the container's models.
  public var projectedValue: TestView<Tested, Tested.Container> {
    switch source {
    case .models(_, let part): TestView(part: part, path: \.self)
    case .expression(let read): TestView(part: Tested.tested(read).part, path: \.self)
    }
  }
}

@available(*, unavailable)
extension TestModel: Sendable {}

/// Asserts about a part of a model's state.
@dynamicMemberLookup
// SAFETY: a key path is immutable, and those of a program's literals capture Sendable values.
public struct TestView<Tested: ModelContainer, Value: Sendable>: @unchecked Sendable {
  let part: TestedPart<Tested.Container>?
  let path: WritableKeyPath<Tested.Container, Value>

  /// A part of the part.
  public subscript<Part: Sendable>(
    dynamicMember keyPath: WritableKeyPath<Value, Part>
  ) -> TestView<Tested, Part> {
    TestView<Tested, Part>(part: part, path: path.appending(path: keyPath))
  }

  /// The part and its tester; a missing one is reported.
  private func tested(
    at place: CallSite
  ) -> (part: TestedPart<Tested.Container>, tester: any AnyStoreTester)? {
    if let part, let tester = part.tester as? any AnyStoreTester {
      guard tester.session.isOver else { return (part, tester) }
      FailureSink.report(.misuse, FailureText.testerIsOver(madeAt: tester.callSite), at: place)
      return nil
    }
    let isOver = part?.isTested ?? false
    let text = isOver ? TestStoreText.releasedTestStore : TestStoreText.noTestStore
    FailureSink.report(.misuse, text, at: place)
    return nil
  }

  /// Asserts how the state has changed since the last assertion.
  ///
  /// The closure changes the last asserted state into the expected one. The assertion is met when the store has
  /// had exactly that state; states in between are skipped.
  ///
  /// - Parameters:
  ///   - timeoutNanoseconds: How much virtual time may pass.
  ///   - fileID: The caller's file, like the next three for failures.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - isolation: The caller's actor.
  ///   - change: Changes the part.
  public func assert(
    timeoutNanoseconds: UInt64 = 1_000_000_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ change: (inout Value) -> Void
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await check(within: .nanoseconds(Int64(clamping: timeoutNanoseconds)), at: place, change)
  }

  /// Asserts the value that a part of the state has got since the last assertion.
  ///
  /// - Parameters:
  ///   - value: The expected value.
  ///   - timeoutNanoseconds: How much virtual time may pass.
  ///   - fileID: The caller's file, like the next three for failures.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - isolation: The caller's actor.
  public func assert(
    _ value: Value,
    timeoutNanoseconds: UInt64 = 1_000_000_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await check(within: .nanoseconds(Int64(clamping: timeoutNanoseconds)), at: place) { $0 = value }
  }

  private func check(
    within duration: Duration,
    at place: CallSite,
    isolation: isolated (any Actor)? = #isolation,
    _ change: (inout Value) -> Void
  ) async {
    guard let (part, tester) = tested(at: place) else { return }
    var expected: Value?
    func apply(_ root: UnsafeMutableRawPointer) -> Bool {
      unsafe part.change(in: root) { state in
        change(&state[keyPath: path])
        expected = state[keyPath: path]
      }
    }
    var miss = unsafe tester.tryAssert(apply)
    guard miss != nil else { return }
    let limit = tester.session.now.advanced(by: duration)
    var turns = 0
    repeat {
      await tester.session.pause()
      miss = unsafe tester.tryAssert(apply)
      if miss == nil { break }
    } while await tester.session.step(until: limit, turns: &turns)
    guard let miss else { return }
    defer { tester.acceptPresent() }
    switch miss {
    case .noState: tester.session.scope.report(.state, TestStoreText.noState, at: place)
    case .other(let whole, let passing):
      let found = part.liveValue?[keyPath: path]
      let local = expected.flatMap { expected in
        found.flatMap { ValueDiff().text(from: expected, to: $0) }
      }
      let text = TestStoreText.otherState(
        local: local,
        whole: whole == local ? nil : whole,
        passing: passing
      )
      tester.session.scope.report(.state, text, at: place)
    }
  }
}

extension TestView where Tested: Model, Value == Tested.State {
  /// Waits until the model itself has sent an event of its own kind, and takes it.
  ///
  /// - Parameters:
  ///   - event: The expected event.
  ///   - timeoutNanoseconds: How much virtual time may pass.
  ///   - fileID: The caller's file, like the next three for failures.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - isolation: The caller's actor.
  public func receive(
    _ event: Tested.Event,
    timeoutNanoseconds: UInt64 = 1_000_000_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async where Tested.Event: Equatable {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await take(event, within: .nanoseconds(Int64(clamping: timeoutNanoseconds)), at: place)
  }

  /// Waits until the model itself has sent an event of another kind, and takes it.
  ///
  /// - Parameters:
  ///   - event: The expected event.
  ///   - timeoutNanoseconds: How much virtual time may pass.
  ///   - fileID: The caller's file, like the next three for failures.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - isolation: The caller's actor.
  @_disfavoredOverload
  public func receive<Sent: Equatable & Sendable>(
    _ event: Sent,
    timeoutNanoseconds: UInt64 = 1_000_000_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await take(event, within: .nanoseconds(Int64(clamping: timeoutNanoseconds)), at: place)
  }

  private func take<Sent: Equatable & Sendable>(
    _ event: Sent,
    within duration: Duration,
    at place: CallSite,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    guard let (part, tester) = tested(at: place) else { return }
    let limit = tester.session.now.advanced(by: duration)
    var turns = 0
    repeat {
      await tester.session.pause()
      let own = tester.events.pending.filter { $0.sender === part.context }
      if let found = own.first(where: { $0.event as? Sent == event }) {
        return tester.events.remove(found.number)
      }
    } while await tester.session.step(until: limit, turns: &turns)
    let own = tester.events.pending.filter { $0.sender === part.context }
    tester.events.noteShown(own)
    let text = TestStoreText.notReceived(
      event,
      by: part.context.modelPlace.map { "The \($0.phrase)" } ?? "\(Tested.self)",
      pending: own.map { TestStoreText.name(of: $0.event) }
    )
    tester.session.scope.report(.events, text, at: place)
  }
}
