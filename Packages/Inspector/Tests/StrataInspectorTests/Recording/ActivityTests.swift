import Strata
@_spi(Strata) import StrataConcurrency
import StrataCore
import Testing

@testable import StrataInspector

@Model private struct Leaf {
  enum Event: Equatable, Sendable { case tapped }
  var price = 1
}

@Model private struct Safe {
  enum Event: Equatable, Sendable { case opened(with: String) }
  var code = ""

  func open(_ code: String) { node.send(Event.opened(with: code), to: .ancestors) }
}

@Model private struct House {
  @Unrecorded var safe = Safe()
  var shown: Safe?
}

@Model private struct Trunk {
  var first = Leaf()
  var second = Leaf()
  var taps = 0
  var total: Int { node.memoize { first.price + second.price } }
  var isDear: Bool { node.memoize { total > 100 } }

  func onActivate() {
    node.forEach(node.event(of: Leaf.Event.tapped, fromType: Leaf.self)) { _ in taps += 1 }
    node.onChange(of: first.price, initial: false) { _, _ in }
  }

  func wait(until open: Signalled) {
    node.task("wait") { await open.wait() }.cancel(for: "wait")
  }

  func giveUp() { withCause("give up") { node.cancelAll(for: "wait") } }
}

/// Lets a test wait for a task's body.
private actor Signalled {
  private var hasBegun = false
  private var observers: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    hasBegun = true
    for observer in observers { observer.resume() }
    observers = []
    let (stream, end) = AsyncStream<Void>.makeStream()
    // Ends only when the task is cancelled.
    for await _ in stream {}
    withExtendedLifetime(end) {}
  }

  func begun() async {
    guard !hasBegun else { return }
    await withCheckedContinuation { observers.append($0) }
  }
}

private func records<Record>(
  _ recording: Recording,
  _ select: (RecordingRecord) -> Record?
) -> [Record] {
  RecordingContents(recording.bytes).records.compactMap(select)
}

private func causes(_ recording: Recording) -> [Int: RecordedCause] {
  let all = records(recording) { if case .cause(let cause) = $0 { cause } else { nil } }
  return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

@Suite struct ActivityTests {
  @Test("A computed value that follows a write is no write")
  func derivedIsNoWrite() {
    let recording = Recording()
    let trunk = recording.observe { Trunk().withAnchor() }
    trunk.node.onChange(of: trunk.total, initial: false) { _, _ in }
    trunk.second.price = 3
    trunk.node.transaction { (trunk.taps, trunk.second.price) = (1, 4) }
    recording.stop()
    let rounds = records(recording) { if case .round(let round) = $0 { round } else { nil } }
    #expect(rounds.map(\.writes) == [1, 2])
    #expect(rounds.map(\.isTransaction) == [false, true])
  }

  @Test("A computed value says why it ran, how long, and whether it changed")
  func derived() {
    let recording = Recording()
    let trunk = recording.observe { Trunk().withAnchor() }
    #expect(trunk.isDear == false)
    trunk.second.price = 5
    #expect(trunk.isDear == false)
    recording.stop()
    let derived = records(recording) { if case .derived(let one) = $0 { one } else { nil } }
    #expect(derived.count == 4)
    #expect(derived.allSatisfy { ($0.duration ?? -1) >= 0 })
    #expect(derived.prefix(2).allSatisfy { $0.isChanged == true && $0.reasons == nil })
    let again = derived.suffix(2)
    #expect(again.first?.reasons?.map(\.name) == ["price"])
    let leaf = trunk.second.modelNode.context.id.rawValue
    #expect(again.first?.reasons?.map(\.node) == ["\(leaf)"])
    #expect(again.first?.isChanged == true)
    // The value that read the first one has the first one as its reason, and is the same as before.
    #expect(again.last?.reasons?.first?.name == again.first?.callSite)
    #expect(again.last?.isChanged == false)
  }

  @Test("A round names who was told")
  func observers() {
    let recording = Recording()
    let trunk = recording.observe { Trunk().withAnchor() }
    trunk.first.price = 2
    trunk.second.price = 2
    recording.stop()
    let rounds = records(recording) { if case .round(let round) = $0 { round } else { nil } }
    let told = rounds.compactMap(\.observers)
    #expect(told.count == 1)
    #expect(told.first?.count == 1)
    #expect(told.first?.first?.count == 1)
    #expect(told.first?.first?.callSite.contains("ActivityTests.swift:") == true)
    #expect(rounds.last?.notified == 0)
  }

  @Test("A task that is cancelled names who cancelled it, and ends as cancelled")
  func cancelled() async {
    let recording = Recording()
    let trunk = recording.observe { Trunk().withAnchor() }
    let open = Signalled()
    trunk.wait(until: open)
    await open.begun()
    trunk.giveUp()
    while !recording.text.contains(#""phase":"ended""#) { await Task.yield() }
    recording.stop()
    let tasks = records(recording) { if case .task(let task) = $0 { task } else { nil } }
    let wait = tasks.filter { $0.task == tasks.first { $0.name == "wait" }?.task }
    #expect(wait.map(\.phase) == [.began, .cancelled, .ended])
    #expect(wait.last?.isCancelled == true)
    #expect(wait.dropFirst().first?.cause.flatMap { causes(recording)[$0]?.name } == "give up")
  }

  @Test("An event names its receivers")
  func receivers() {
    let recording = Recording()
    let trunk = recording.observe { Trunk().withAnchor() }
    trunk.second.node.send(.tapped)
    recording.stop()
    let events = records(recording) { if case .event(let event) = $0 { event } else { nil } }
    #expect(events.count == 1)
    #expect(events.first?.node == "\(trunk.second.modelNode.context.id.rawValue)")
    #expect(
      events.first?.receivers == [RecordedReceiver(node: "\(trunk.modelNode.context.id.rawValue)")]
    )
    #expect(events.first?.value == ["$text": "tapped"])
  }

  @Test("In a program without private properties events and writes are recorded as they are")
  func openProgram() async {
    // In a process of its own: a private property of another test is one of the program.
    await #expect(processExitsWith: .success) {
      let recording = Recording()
      let trunk = recording.observe { Trunk().withAnchor() }
      trunk.first.price = 2
      trunk.second.node.send(.tapped)
      while trunk.taps == 0 { await Task.yield() }
      recording.stop()
      #expect(!RecordingLimits().mayHidePlaces)
      let events = records(recording) { if case .event(let event) = $0 { event } else { nil } }
      #expect(events.map(\.value) == [["$text": "tapped"]])
      let writes = records(recording) { if case .write(let write) = $0 { write } else { nil } }
      #expect(writes.map(\.name) == ["price", "taps"])
    }
  }

  @Test("An event of a model in a private property is recorded without its contents")
  func privateEvents() {
    let recording = Recording()
    let house = recording.observe { House().withAnchor() }
    house.safe.code = "hunter2"
    house.safe.open("hunter2")
    house.shown = Safe()
    house.shown?.open("shown")
    recording.stop()
    #expect(!recording.text.contains("hunter2"))
    let values = records(recording) { if case .event(let event) = $0 { event.value } else { nil } }
    #expect(values.count == 2 && values.first == ["$private": true])
    #expect("\(values.last.map { "\($0)" } ?? "")".contains("shown"))
  }

  @Test("Misuse that is reported while a recording runs is in it, and still goes to its handler")
  func reports() {
    let handled = Locked<[String]>([], rank: .leaf)
    let recording = Recording()
    ReportSink.withHandler { report in
      handled.withLock { $0.append(report.message) }
    } operation: {
      ReportSink.report("planted misuse", at: .thisLine())
    }
    recording.stop()
    ReportSink.withHandler { _ in
    } operation: {
      ReportSink.report("planted after the end", at: .thisLine())
    }
    #expect(handled.withLock { $0 } == ["planted misuse"])
    let reports = records(recording) { if case .report(let report) = $0 { report } else { nil } }
    #expect(reports.filter { $0.message.hasPrefix("planted") }.map(\.message) == ["planted misuse"])
    #expect(reports.first?.callSite.contains("ActivityTests.swift:") == true)
  }
}

@Suite struct PrivateValueTests {
  private struct Account: Encodable {
    var name = "Ada"
    var password = "hunter2"
    var keys = ["k": Token()]
  }

  private struct Token: Encodable {
    var token = "hunter2"
    var id = 7
  }

  private enum Action {
    case login(name: String, password: String)
    case other(Account)
  }

  private final class Session {
    let password = "hunter2"
    let text: String
    init(_ text: String) { self.text = text }
  }

  private func writer(_ names: Set<String>) -> ValueWriter {
    ValueWriter(
      limits: ValueLimits(propertyBytes: 10_000, textBytes: 1_000, hidden: PrivateNames(names))
    )
  }

  @Test("A private member is hidden in encoded values, in parts of values, in enums and in classes")
  func members() {
    let writer = writer(["password", "Token.token"])
    let values: [Any] = [
      Account(), [Account()], Optional(Account()) as Any, (1, Account()),
      Action.login(name: "Ada", password: "hunter2"), Action.other(Account()), Session("a"),
      ["a": Session("b")], Result<Account, CancellationError>.success(Account()),
    ]
    for value in values {
      let text = "\(writer.json(of: value))"
      #expect(!text.contains("hunter2"), "\(text)")
      #expect(text.contains("$private"), "\(text)")
    }
    #expect(writer.json(of: Account())["name"] == "Ada")
    #expect(writer.json(of: Account())["keys"]?["k"]?["id"] == 7)
  }

  @Test("Without private names values are written as ever")
  func noNames() {
    #expect("\(writer([]).json(of: Account()))".contains("hunter2"))
    #expect(writer(["Other.password"]).json(of: Account())["password"] == "hunter2")
  }
}
