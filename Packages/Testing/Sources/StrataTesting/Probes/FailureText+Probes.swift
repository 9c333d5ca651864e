extension FailureText {
  static func notCalled(
    _ probe: TestProbe,
    with wanted: [any Sendable],
    _ pending: [TestProbe.Call]
  ) -> String {
    let name = probe.name
    let text = wanted.map { SourceLiteral.approximation(of: $0) ?? String(reflecting: $0) }
    let wish = "\(name) was not called with (\(text.joined(separator: ", ")))."
    guard !pending.isEmpty else { return "\(wish) It has no call that was not asserted." }
    let calls = pending.map { "\(name)(\($0.text))" }
    var lines = "\(wish) Calls that were not asserted:\n\(indented(calls))"
    if let last = pending.last {
      lines += last.line.map { "\n\nThis would pass: \(probe.expression).\($0)" } ?? ""
    }
    return lines
  }

  static func probeNotExhausted(_ probe: TestProbe, _ calls: [TestProbe.Call]) -> String {
    """
    Probes not exhausted: \(probe.name), made at \(probe.callSite), has \
    \(count(calls.count, "call that was", "calls that were")) not asserted.

    \(indented(calls.map { "\(probe.name)(\($0.text))" }))

    \(passing(
      calls.map { call in call.line.map { "\(probe.expression).\($0)" } },
      elsePassing: "await settle(resetting: .probes)"
    ))
    """
  }
}
