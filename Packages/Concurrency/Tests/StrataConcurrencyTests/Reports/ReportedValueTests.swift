@_spi(Strata) import StrataConcurrency
import Testing

private enum Event {
  case login(password: String)
  case both(String, Int)
  case logout
}

private enum Reflected: CustomReflectable {
  case login(String)

  var customMirror: Mirror { Mirror(self, children: ["hunter2": 1], displayStyle: .enum) }
}

private struct SecretFailure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}

@Suite struct ReportedValueTests {
  @Test("A value is named by its case or its type, without its contents")
  func names() {
    #expect(ReportedValue.name(of: Event.login(password: "hunter2")) == "login(…)")
    #expect(ReportedValue.name(of: Event.both("hunter2", 1)) == "both(…)")
    #expect(ReportedValue.name(of: Event.logout) == "logout")
    #expect(ReportedValue.name(of: Reflected.login("hunter2")) == "Reflected")
    #expect(ReportedValue.name(of: SecretFailure(text: "hunter2")) == "SecretFailure")
    #expect(ReportedValue.name(of: "hunter2") == "String")
  }

  @Test("A listener that keeps reports finds the name of an error in them, not its contents")
  func errors() async {
    let kept = Log()
    let shown = Log()
    let listener = ReportSink.addListener { kept.add($0.messageWithoutValues) }
    defer { ReportSink.removeListener(listener) }
    let handler: ReportSink.Handler = { shown.add($0.message) }
    await ReportSink.withHandler(handler) {
      let scope = CancellationScope()
      let one = AsyncStream<Int> { stream in
        stream.yield(1)
        stream.finish()
      }
      scope.forEach(one) { _ in throw SecretFailure(text: "hunter2") }
      while scope.runningCount > 0 { await Task.yield() }
    }
    #expect(shown.all.count == 1)
    #expect(shown.all.allSatisfy { $0.contains("hunter2") })
    #expect(kept.all.contains { $0.contains("threw SecretFailure.") })
    #expect(!kept.all.contains { $0.contains("hunter2") })
  }
}
