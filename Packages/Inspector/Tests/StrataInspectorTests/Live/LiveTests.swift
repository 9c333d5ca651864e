import Strata
import StrataCore
import Testing

@testable import StrataInspector

@Model private struct Counter {
  var count = 0
  var text = ""
}

@Suite struct LiveAddressTests {
  @Test("A path is a socket, a number is a port of this machine, and nothing else is an address")
  func reading() {
    #expect(LiveAddress("/run/user/1/s") == .unix("/run/user/1/s"))
    #expect(LiveAddress("./s") == .unix("./s"))
    #expect(LiveAddress("7070") == .loopback(port: 7070))
    #expect(LiveAddress("127.0.0.1:1") == .loopback(port: 1))
    #expect(LiveAddress("localhost:65535") == .loopback(port: 65_535))
    for text in ["", "0", "65536", "example.org:80", "10.0.0.1:80", "-1", "a"] {
      #expect(LiveAddress(text) == nil)
    }
    let longest = "/" + String(repeating: "a", count: LiveAddress.longestPath - 1)
    #expect(LiveAddress(longest) == .unix(longest))
    #expect(LiveAddress(longest + "a") == nil && LiveAddress("/a\0b") == nil)
    #expect("\(LiveAddress.loopback(port: 7))" == "127.0.0.1:7")
  }

  @Test("The standard address is that of the environment, or one in a folder of the user's own")
  func standard() {
    func address(_ inspect: String?, _ folder: String?) -> LiveAddress {
      .standard { ["STRATA_INSPECT": inspect, "XDG_RUNTIME_DIR": folder][$0] ?? nil }
    }
    let folder = LiveAddress.unix("/run/user/1/strata-inspect/socket")
    #expect(address("7070", "/run/user/1") == .loopback(port: 7070))
    #expect(address("/a/b", nil) == .unix("/a/b"))
    #expect(address("", "/run/user/1") == folder && address("no", "/run/user/1") == folder)
    #expect(address(nil, "/run/user/1") == folder)
    let last = address(nil, nil)
    #expect(last == address("", "") && "\(last)".hasPrefix("/tmp/strata-inspect-"))
    let long = String(repeating: "a", count: 100)
    #expect(address(nil, "/" + long) == last)
  }
}

@Suite struct LiveRequestTests {
  @Test("Lines to the program are requests, or are rejected with a sentence")
  func reading() {
    var requests = LiveRequests()
    let text = #"{"type":"welcome","page":"http://x"}"# + "\n{\"type\":\"resend\"}\n\nno\n{}\n"
    let welcomes = #"{"type":"welcome"}"# + "\n" + #"{"type":"welcome","page":7}"# + "\n"
    let more = #"{"type":"explode"}"# + "\n" + welcomes
    let read = Array((text + more).utf8).flatMap { requests.read([$0]) }
    #expect(
      read == [
        .welcome(page: "http://x"), .resend, .rejected("The line is no JSON."),
        .rejected("The line has no \"type\"."),
        .rejected("The request \"explode\" is not known."),
        .welcome(page: nil), .rejected("The \"page\" of a welcome has to be a text."),
      ]
    )
  }

  @Test("Of 10,000 spoiled requests none is a trap, and each line gives at most one request")
  func spoiled() {
    var numbers = SeededNumbers(7)
    let source = Array(
      (#"{"type":"welcome","page":"http://x"}"# + "\n{\"type\":\"resend\"}\n").utf8
    )
    for _ in 0..<10_000 {
      var bytes = source
      for _ in 0...Int.random(in: 0..<6, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.insert(contentsOf: Array("[{\"\\u".utf8).shuffled(using: &numbers), at: place)
        default: bytes.remove(at: place)
        }
      }
      var requests = LiveRequests()
      let count = requests.read(bytes[...]).count
      #expect(count <= bytes.count { $0 == 0x0A })
    }
  }
}

@Suite struct LiveQueueTests {
  @Test("What was taken is not dropped; what was not is counted, and states stand behind the drop")
  func taking() {
    var lines = RecordingLines(RecordingLimits(records: 100))
    func line(_ text: String) -> [UInt8] { Array(text.utf8) }
    lines.add(line("a"))
    lines.add(line("b"))
    #expect(lines.take(1).lines == [line("a")])
    #expect(lines.take(10).lines == [line("b")])
    #expect(lines.isEmpty)
    lines.add(line("c"))
    lines.beginPart(at: 5)
    lines.add(line("S"))
    #expect(lines.unsaid == (0, 0))
    lines.beginPart(at: 9)
    lines.add(line("T"))
    #expect(lines.unsaid == (1, 1))
    #expect(lines.firstTime == 5)
    #expect(lines.take(1).lines == [line("S")])
    #expect(lines.unsaid == (0, 0))
    lines.dropAll(at: 12)
    #expect(lines.isEmpty && lines.unsaid == (1, 1) && lines.dropped == 2)
  }

  @Test("A drop of everything counts what both parts had")
  func droppingBothParts() {
    var lines = RecordingLines(RecordingLimits(records: 100))
    lines.add(Array("older".utf8))
    lines.beginPart(at: 1)
    lines.add(Array("new".utf8))
    lines.dropAll(at: 2)
    #expect(lines.isEmpty && lines.unsaid == (2, 8) && lines.dropped == 2)
    #expect(lines.firstTime == 2)
  }
}

@Suite(.serialized) struct LiveRecordingTests {
  private func writes(_ records: [RecordingRecord]) -> [RecordedWrite] {
    records.compactMap { if case .write(let write) = $0 { write } else { nil } }
  }

  private func isEnd(_ record: RecordingRecord) -> Bool {
    if case .end = record { true } else { false }
  }

  @Test("Each record arrives; the states there are those of the program")
  func arriving() throws {
    let inspector = try TestInspector()
    let recording = Recording(liveAt: inspector.address, program: "test", patience: 0)
    inspector.accept(welcome: "http://127.0.0.1:1/t/")
    let counter = recording.observe { Counter().withAnchor() }
    for number in 1...100 { counter.count = number }
    recording.mark("done")
    let records = inspector.lines { if case .mark = $0 { true } else { false } }
    guard case .header(let header)? = records.first else { return #expect(Bool(false)) }
    #expect(header.program == "test" && header.session == 1)
    #expect(writes(records).count == 100)
    let state = RecordingState(records)
    #expect(state.trees[1]?.nodes.values.first?["count"] == 100)
    #expect(recording.page == "http://127.0.0.1:1/t/" && recording.isConnected)
    recording.stop()
    #expect(inspector.lines(until: isEnd).count == 1)
  }

  @Test("An inspector that does not name its page is connected all the same")
  func unnamedPage() throws {
    let inspector = try TestInspector()
    let recording = Recording(liveAt: inspector.address, program: "test", patience: 0)
    inspector.accept()
    inspector.send(#"{"type":"welcome"}"# + "\n")
    recording.mark("done")
    let records = inspector.lines { if case .mark = $0 { true } else { false } }
    #expect(recording.page == nil && recording.isConnected)
    #expect(!records.contains { if case .rejected = $0 { true } else { false } })
    recording.stop()
  }

  @Test("Without an inspector the program goes on, and the recording ends at once")
  func alone() {
    let recording = Recording(liveAt: .unix("/nonexistent/socket"))
    let counter = recording.observe { Counter().withAnchor() }
    for number in 1...1_000 { counter.count = number }
    #expect(recording.page == nil && !recording.isConnected)
    recording.stop()
    #expect(counter.count == 1_000)
  }

  @Test(
    "An inspector that does not read costs the oldest records, which is said, and states follow"
  )
  func slow() throws {
    let inspector = try TestInspector()
    let limits = RecordingLimits(records: 200, bytes: 64 << 10)
    let recording = Recording(liveAt: inspector.address, limits: limits, patience: 0)
    inspector.accept()
    let counter = recording.observe { Counter().withAnchor() }
    let text = String(repeating: "x", count: 1_000)
    for number in 1...5_000 { counter.text = text + "\(number)" }
    recording.mark("done")
    let records = inspector.lines { if case .mark = $0 { true } else { false } }
    let gaps = records.compactMap { record -> RecordedGap? in
      if case .dropped(let gap) = record { gap } else { nil }
    }
    #expect(gaps.allSatisfy { $0.place == "live" && $0.count > 0 } && !gaps.isEmpty)
    #expect(writes(records).count < 5_000)
    let state = RecordingState(records)
    #expect(state.trees[1]?.nodes.values.first?["text"] == .string(text + "5000"))
    recording.stop()
  }

  @Test("After a lost connection the next session begins with the states, and says what is missing")
  func reconnecting() throws {
    let inspector = try TestInspector()
    let recording = Recording(liveAt: inspector.address, patience: 0)
    inspector.accept()
    let counter = recording.observe { Counter().withAnchor() }
    counter.count = 1
    _ = inspector.lines { if case .write = $0 { true } else { false } }
    inspector.hangUp()
    counter.count = 2
    inspector.accept()
    // What is recorded before the session has begun may be dropped.
    var records = inspector.lines { if case .state = $0 { true } else { false } }
    counter.count = 3
    recording.mark("again")
    records += inspector.lines { if case .mark = $0 { true } else { false } }
    guard case .header(let header)? = records.first else { return #expect(Bool(false)) }
    #expect(header.session >= 2)
    let state = RecordingState(records)
    #expect(state.trees[1]?.nodes.values.first?["count"] == 3)
    recording.stop()
  }

  @Test("A request that is not known is answered, and one for the states gives them")
  func requests() throws {
    let inspector = try TestInspector()
    let recording = Recording(liveAt: inspector.address, patience: 0)
    inspector.accept()
    let counter = recording.observe { Counter().withAnchor() }
    counter.count = 1
    inspector.send("{\"type\":\"explode\"}\n")
    let answer = inspector.lines { if case .rejected = $0 { true } else { false } }
    guard case .rejected(let rejection)? = answer.last else { return #expect(Bool(false)) }
    #expect(rejection.message == "The request \"explode\" is not known.")
    inspector.send("{\"type\":\"resend\"}\n")
    let states = inspector.lines { if case .state = $0 { true } else { false } }
    guard case .state(let state)? = states.last else { return #expect(Bool(false)) }
    #expect(state.value.members?.first { _ in true }?.value["count"] == 1)
    recording.stop()
  }

  @Test("A live recording that was let go ends its thread and keeps nothing")
  func released() throws {
    let inspector = try TestInspector()
    weak var sender: LiveSender?
    do {
      let recording = Recording(liveAt: inspector.address, patience: 0)
      inspector.accept()
      sender = recording.sender
      recording.mark("only")
    }
    let records = inspector.lines(until: isEnd)
    #expect(records.contains { if case .mark = $0 { true } else { false } })
    // The thread closes its connection before it returns.
    #expect(inspector.waitForClose())
    _ = sender
  }
}
