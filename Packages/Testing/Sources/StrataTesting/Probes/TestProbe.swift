import StrataConcurrency

/// Records the calls of a closure that a test passes in.
///
/// ```swift
/// let onFact = TestProbe("onFact")
/// let (model, tester) = CounterModel(count: 2, onFact: onFact.call).andTester()
/// model.factButtonTapped()
/// await tester.assert {
///   onFact.wasCalled(with: 2, "2 is a good number.")
/// }
/// ```
///
/// A call can be asserted once. Calls that were never asserted make the test fail, if it is exhaustive in
/// ``Exhaustivity/probes``. A probe that is made in a test takes part by itself. It belongs to the test's scope,
/// or to the testers that the same test makes outside of all scopes. Any other probe takes part after it is
/// installed.
///
/// May be called from any thread.
public final class TestProbe: Sendable {
  /// One call.
  struct Call: Sendable {
    let number: Int
    let arguments: [any Sendable]
    /// The arguments as they were at the call.
    let text: String
    /// The call that asserts it, as `wasCalled(with: 1)`; `nil` if it cannot be written.
    let line: String?
    var isAsserted = false
    /// Whether it may be asserted and need not be.
    var isExcused = false
  }

  /// Its name in failures.
  public let name: String
  let callSite: CallSite
  private let calls = Locked<[Call]>([], rank: .leaf)
  /// In how many testers it takes part because it was made in the same test.
  let adoptions = Locked(0, rank: .leaf)

  /// Makes a probe that was never called.
  ///
  /// - Parameters:
  ///   - name: Its name in failures.
  ///   - fileID: The caller's file; like the next three, it names the line that made the probe.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    _ name: String = "probe",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.name = name
    callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let scope = TestScope.current { scope.add(self) } else { ProbeRegistry.add(self) }
  }

  /// The source text for the probe in a test; a placeholder if that is not known.
  var expression: String {
    VariableName.declared(by: ["TestProbe("], at: callSite) ?? "<#\(name)#>"
  }

  /// How many calls were not asserted.
  public var count: Int { pending.count }

  /// Whether there is no call that was not asserted.
  public var isEmpty: Bool { pending.isEmpty }

  /// The calls that were not asserted, in order.
  var pending: [Call] { calls.withLock { $0.filter { !$0.isAsserted } } }

  func record(_ arguments: [any Sendable]) {
    let text = arguments.map { SourceLiteral.approximation(of: $0) ?? String(reflecting: $0) }
    let areComparable = arguments.allSatisfy { $0 is any Equatable }
    let literals =
      areComparable ? SourceLiteral.texts(of: arguments) { SourceLiteral.typedText(of: $0) } : nil
    let line = literals.map { literals in
      literals.isEmpty ? "wasCalled()" : "wasCalled(with: \(literals.joined(separator: ", ")))"
    }
    calls.withLock { calls in
      calls.append(
        Call(
          number: calls.count,
          arguments: arguments,
          text: text.joined(separator: ", "),
          line: line
        )
      )
    }
  }

  /// Notes that a call was asserted.
  func consume(_ number: Int) {
    calls.withLock { $0[number].isAsserted = true }
  }

  /// The failure for the calls that have to be asserted and were not; they are not checked again.
  func takeOmission() -> String? {
    let left = calls.withLock { calls in
      let found = calls.filter { !$0.isAsserted && !$0.isExcused }
      for call in found { calls[call.number].isExcused = true }
      return found
    }
    return left.isEmpty ? nil : FailureText.probeNotExhausted(self, left)
  }

  /// How many calls there were.
  var callCount: Int { calls.withLock { $0.count } }

  /// Notes that calls need not be asserted.
  ///
  /// - Parameter count: How many calls came before them.
  func excuseCalls(after count: Int) {
    calls.withLock { calls in
      for number in calls.indices.dropFirst(count) { calls[number].isExcused = true }
    }
  }

  /// Forgets the calls until now.
  func reset() {
    calls.withLock { calls in
      for index in calls.indices { calls[index].isAsserted = true }
    }
  }

  /// Whether the probe was called with some values, in a call that no assertion has matched yet.
  ///
  /// Call it only inside an assertion, which matches the first such call when it is met; elsewhere it is
  /// reported.
  public func wasCalled<each Value: Equatable & Sendable>(
    with values: repeat each Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestPredicate {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let frame = AssertionFrame.current else {
      FailureSink.current(
        TestFailure(.misuse, FailureText.outsideAssertion("wasCalled(with:)"), at: place)
      )
      return TestPredicate(false) { FailureText.outsideAssertion("wasCalled(with:)") }
    }
    let pending = pending
    let matching = pending.filter { call in
      var position = 0
      var isMatch = true
      for value in repeat each values {
        isMatch = isMatch && call.has(value, at: position)
        position += 1
      }
      return isMatch && position == call.arguments.count
    }
    let probe = ObjectIdentifier(self)
    // Those that have to be asserted come first.
    let candidates = matching.filter { !$0.isExcused } + matching.filter(\.isExcused)
    let isMet = frame.match(firstOf: candidates.lazy.map { .call(probe: probe, number: $0.number) })
    frame.host.add(self)
    return TestPredicate(isMet) {
      var wanted: [any Sendable] = []
      for value in repeat each values { wanted.append(value) }
      return FailureText.notCalled(self, with: wanted, pending)
    }
  }
}

extension TestProbe: AssertableCalls {}

extension TestScope {
  /// Lets a probe take part: calls of it that were never asserted fail the test.
  public func install(_ probes: TestProbe...) {
    for probe in probes { add(probe) }
  }
}

extension TestProbe.Call {
  fileprivate func has(_ value: some Equatable, at position: Int) -> Bool {
    position < arguments.count && areEqual(value, arguments[position])
  }
}
