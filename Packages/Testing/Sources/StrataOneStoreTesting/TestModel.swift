import StrataConcurrency
import StrataExtensions
@_spi(Strata) public import StrataOneStore
import StrataTesting

/// Declares a model that a test uses and asserts about.
///
/// ```swift
/// @TestModel var appModel = store.model
///
/// appModel.addButtonTapped()
/// await $appModel.assert { $0.counters = [.init(counter: .init(), id: id)] }
/// ```
@propertyWrapper
public struct TestModel<Tested: Model>: Sendable {
  /// The model.
  public var wrappedValue: Tested

  /// Makes one of a model of a ``TestStore``.
  public init(wrappedValue: Tested) { self.wrappedValue = wrappedValue }

  /// What asserts about the model.
  public var projectedValue: TestView<Tested, Tested.State> {
    TestView(model: wrappedValue, path: \.self)
  }
}

/// Asserts about a part of a model's state.
@dynamicMemberLookup
// SAFETY: a key path is immutable, and those of a program's literals capture what is Sendable.
public struct TestView<Tested: Model, Value: Sendable>: @unchecked Sendable {
  let model: Tested
  let path: WritableKeyPath<Tested.State, Value>

  /// A part of the part.
  public subscript<Part: Sendable>(
    dynamicMember keyPath: WritableKeyPath<Value, Part>
  ) -> TestView<Tested, Part> {
    TestView<Tested, Part>(model: model, path: path.appending(path: keyPath))
  }

  private var tester: (any AnyStoreTester)? { model.storeTester as? any AnyStoreTester }

  /// Asserts how the state has changed since the last assertion.
  ///
  /// The closure changes the state that was asserted last into the expected one. The assertion is met when the
  /// store has had exactly that state; states in between are skipped.
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
    guard let tester else {
      return FailureSink.report(.misuse, TestStoreText.noTestStore, at: place)
    }
    var expected: Value?
    func apply(_ root: UnsafeMutableRawPointer) -> Bool {
      unsafe model.withState(in: root) { state in
        change(&state[keyPath: path])
        expected = state[keyPath: path]
      }
    }
    var miss = unsafe tester.tryAssert(apply)
    guard miss != nil else { return }
    let limit = tester.seat.now.advanced(by: duration)
    var turns = 0
    repeat {
      await tester.seat.pause()
      miss = unsafe tester.tryAssert(apply)
      if miss == nil { break }
    } while await tester.seat.step(until: limit, turns: &turns)
    switch miss {
    case nil: break
    case .noState: tester.seat.scope.report(.state, TestStoreText.noState, at: place)
    case .other(let whole):
      let local = expected.flatMap { ValueDiff().text(from: $0, to: model.liveValue(at: path)) }
      let text = TestStoreText.otherState(local: local, whole: whole == local ? nil : whole)
      tester.seat.scope.report(.state, text, at: place)
    }
  }
}

extension TestView where Value == Tested.State {
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
    guard let tester = model.storeTester as? any AnyStoreTester else {
      return FailureSink.report(.misuse, TestStoreText.noTestStore, at: place)
    }
    let limit = tester.seat.now.advanced(by: duration)
    var turns = 0
    repeat {
      await tester.seat.pause()
      let own = tester.events.pending.filter { $0.sender === model.placeContext }
      if let found = own.first(where: { $0.event as? Sent == event }) {
        return tester.events.remove(found.number)
      }
    } while await tester.seat.step(until: limit, turns: &turns)
    let own = tester.events.pending.filter { $0.sender === model.placeContext }
    let text = TestStoreText.notReceived(
      event,
      by: "\(Tested.self)",
      pending: own.map { String(describing: $0.event) }
    )
    tester.seat.scope.report(.events, text, at: place)
  }
}
