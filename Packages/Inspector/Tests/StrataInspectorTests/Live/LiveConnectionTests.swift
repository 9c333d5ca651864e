import Foundation
import Strata
import StrataConcurrency
import StrataCore
import Testing

@testable import StrataInspector

#if canImport(Glibc)
import Glibc
#endif

@Model private struct Counter {
  var count = 0
}

/// Lets the kept recording go when an inspector sets its state.
@Model private struct Lamp {
  var isOn = false

  func onActivate() {
    node.onChange(of: isOn, initial: false) { _, isOn in if !isOn { KeptRecording.letGo() } }
  }
}

extension Lamp: SavableModel {
  init(saved values: SavedValues) throws { self.init() }
}

/// A recording that nothing else retains.
private enum KeptRecording {
  private static let recording = Locked<Recording?>(nil, rank: .leaf)

  static func keep(_ kept: Recording) { recording.withLock { $0 = kept } }

  static func letGo() {
    let last = recording.withLock { recording in
      defer { recording = nil }
      return recording
    }
    _ = consume last
  }
}

@Suite struct LiveRequestLimitTests {
  @Test("A line of white space is no request, and one that is too long is rejected once")
  func lines() {
    var requests = LiveRequests()
    var found = requests.read(Array(" \t\r\n".utf8)[...])
    #expect(found.isEmpty)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0...16 { found += requests.read(piece[...]) }
    found += requests.read(Array("\n{\"type\":\"resend\"}\n".utf8)[...])
    let words = "The line has more than \(LiveRequests.lineBytes) bytes."
    #expect(found == [.rejected(words), .resend])
  }

  @Test("A request for a travel needs each of its parts")
  func travel() {
    var requests = LiveRequests()
    let whole = #"{"type":"travel","tree":1,"commit":2,"value":{"3":{}}}"#
    let travel = LiveTravel(tree: 1, commit: 2, nodes: ["3": [:]])
    let found = requests.read(Array("\(whole)\n".utf8)[...])
    #expect(found == [.travel(travel)])
    for part in [#""tree":1,"#, #""commit":2,"#, #","value":{"3":{}}"#] {
      let found = requests.read(Array("\(whole.replacing(part, with: ""))\n".utf8)[...])
      let words = "A travel needs \"tree\", \"commit\" and \"value\", an object."
      #expect(found == [.rejected(words)])
    }
  }
}

@Suite struct LiveSocketTests {
  /// How many bytes were moved; -1 if that is for later, `nil` if the other side has gone.
  private func count(_ progress: LiveSocket.Progress) -> Int? {
    switch progress {
    case .moved(let count): count
    case .later: -1
    case .closed: nil
    }
  }

  @Test(
    "A socket moves bytes while it can, waits for later, and notices that the other side has gone"
  )
  func moving() throws {
    let inspector = try TestInspector()
    let socket = try #require(LiveSocket(inspector.address))
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(count(socket.receive(into: &buffer)) == -1)
    inspector.accept()
    #expect(count(socket.send([])) == -1)
    #expect(count(socket.send([1, 2, 3])) == 3)
    inspector.send("ab")
    #expect(count(socket.receive(into: &buffer)) == 2)
    #expect(count(socket.receive(into: &buffer)) == -1)
    let many = [UInt8](repeating: 0, count: 1 << 20)
    while let sent = count(socket.send(many[...])), sent >= 0 {}
    #expect(count(socket.send(many[...])) == -1)
    inspector.hangUp()
    while let left = count(socket.receive(into: &buffer)), left >= 0 {}
    #expect(count(socket.receive(into: &buffer)) == nil)
    #expect(count(socket.send([1])) == nil)
  }

  @Test("A socket is closed when it is let go, and nobody is reached where nobody waits")
  func closing() throws {
    let inspector = try TestInspector()
    var socket = LiveSocket(inspector.address)
    inspector.accept()
    #expect(socket != nil)
    socket = nil
    #expect(inspector.waitForClose())
    #expect(LiveSocket(.unix("/nonexistent/socket")) == nil)
    #expect(LiveSocket(.unix("/" + String(repeating: "a", count: 200))) == nil)
  }
}

@Suite struct LiveBellTests {
  @Test(
    "A call is heard until it is forgotten, whatever the number of calls",
    arguments: [1, 255, 256, 257, 1_000]
  )
  func ringing(count: Int) {
    let bell = LiveBell()
    #expect(!bell.wait(milliseconds: 0))
    for _ in 0..<count { bell.ring() }
    #expect(bell.wait(milliseconds: 0) && bell.wait(milliseconds: 0))
    bell.silence()
    #expect(!bell.wait(milliseconds: 0))
  }

  @Test("A queue's bell rings for a note only while somebody waits, and a call is heard once")
  func notes() throws {
    let inspector = try TestInspector()
    let socket = try #require(LiveSocket(inspector.address))
    let bell = LiveQueueBell()
    func wait(isSending: Bool = false, _ hasMore: () -> Bool) -> Bool {
      bell.wait(for: socket, isSending: isSending, milliseconds: 0, hasMore: hasMore)
    }
    bell.note()
    bell.note()
    #expect(!bell.wait(milliseconds: 0))
    bell.ring()
    #expect(bell.wait(milliseconds: 0) && !bell.wait(milliseconds: 0))
    // Nothing comes, and waiting was possible.
    #expect(wait { false })
    bell.note()
    #expect(!bell.wait(milliseconds: 0))
    let isHeard = wait {
      bell.note()
      return true
    }
    // It returned at once, without a look at the bell.
    #expect(isHeard && bell.wait(milliseconds: 0))
    let isSilent = wait {
      bell.note()
      return false
    }
    #expect(isSilent && !bell.wait(milliseconds: 0))
    bell.note()
    #expect(!bell.wait(milliseconds: 0))
    var isAsked = false
    let isReady = wait(isSending: true) {
      isAsked = true
      return true
    }
    #expect(isReady && !isAsked)
  }

  @Test("A line that is added while the thread waits wakes it")
  func lines() throws {
    let inspector = try TestInspector()
    let socket = try #require(LiveSocket(inspector.address))
    let bell = LiveQueueBell()
    var changeLog = RecordedChangeLog(RecordingLimits(), sink: .live(bell))
    let counter = Counter().withAnchor()
    let write = CompactWrite(
      time: 0,
      commit: 1,
      node: counter.modelNode.context.id.rawValue,
      tree: 1,
      name: changeLog.lines.names.start(of: counter.modelNode.context.layout),
      cause: 0,
      value: PlainValue(1),
      patch: .replace
    )
    // Without an end: a bell that is not rung keeps the test waiting.
    let isTextHeard = bell.wait(for: socket, isSending: false, milliseconds: -1) {
      changeLog.reject("text")
      return false
    }
    let isPlainHeard = bell.wait(for: socket, isSending: false, milliseconds: -1) {
      changeLog.add(.write(write))
      return false
    }
    #expect(isTextHeard && isPlainHeard && changeLog.lines.count == 2)
  }
}

/// Runs a closure on a thread of its own while another one runs.
private func beside(_ work: @escaping () -> Void, _ body: () -> Void) {
  // SAFETY: the thread has ended before this returns; meanwhile nobody uses what it uses.
  nonisolated(unsafe) let work = work
  let end = DispatchSemaphore(value: 0)
  Thread {
    unsafe work()
    end.signal()
  }.start()
  body()
  end.wait()
}

@Suite(.serialized) struct LiveBeginningTests {
  @Test(
    "A live recording begins when no inspector is there, when one answers, and when one hangs up"
  )
  func patience() throws {
    // Without an end: a recording that waits for nothing keeps the test waiting.
    let alone = Recording(liveAt: .unix("/nonexistent/socket"), patience: -1)
    #expect(!alone.isConnected)
    alone.stop()
    let inspector = try TestInspector()
    var recording: Recording?
    beside {
      inspector.accept(welcome: "page")
    } _: {
      recording = Recording(liveAt: inspector.address, patience: -1)
    }
    #expect(recording?.page == "page" && recording?.isConnected == true)
    recording?.stop()
    #expect(recording?.isConnected == false)
    let other = try TestInspector()
    beside {
      other.accept()
      other.hangUp()
    } _: {
      recording = Recording(liveAt: other.address, patience: -1)
    }
    #expect(recording?.page == nil)
    recording?.stop()
  }

  @Test("What is recorded before the first connection arrives, and nothing is said to be dropped")
  func early() throws {
    let inspector = try TestInspector(isListening: false)
    let recording = Recording(liveAt: inspector.address, patience: -1)
    let counter = recording.observe { Counter().withAnchor() }
    for number in 1...5 { counter.count = number }
    try inspector.listen()
    inspector.accept()
    recording.mark("done")
    let records = inspector.lines { if case .mark = $0 { true } else { false } }
    #expect(records.count { if case .write = $0 { true } else { false } } == 5)
    #expect(records.count { if case .dropped = $0 { true } else { false } } == 0)
    #expect(records.count { if case .state = $0 { true } else { false } } == 1)
    recording.stop()
    #expect(inspector.waitForClose())
  }

  @Test("A page may set the state of a tree only where the program says so")
  func travel() throws {
    let address = LiveAddress.unix("/nonexistent/socket")
    let (closed, open) = (
      Recording(liveAt: address), Recording(liveAt: address, allowsTravel: true)
    )
    let headers = [closed, open].map { recording -> RecordedHeader? in
      let records = RecordingContents(recording.bytes).records
      return if case .header(let header)? = records.first { header } else { nil }
    }
    #expect(headers.map { $0?.allows } == [[], ["travel"]])
  }

  @Test("A recording that is let go on its own thread sends its last records")
  func ownThread() throws {
    let inspector = try TestInspector()
    let lamp: Lamp
    do {
      let recording = Recording(
        liveAt: inspector.address,
        allows: [LiveAbility.travel],
        patience: 0
      )
      inspector.accept()
      lamp = recording.observe { Lamp().withAnchor() }
      lamp.isOn = true
      KeptRecording.keep(recording)
    }
    let records = inspector.lines { if case .round = $0 { true } else { false } }
    let state = RecordingState(records, through: 0).json(of: 1)
    inspector.send(#"{"type":"travel","tree":1,"commit":0,"value":\#(state)}"# + "\n")
    let last = inspector.lines { if case .end = $0 { true } else { false } }
    #expect(last.contains { if case .travel = $0 { true } else { false } })
    guard case .end? = last.last else { return #expect(Bool(false)) }
    #expect(!lamp.isOn && inspector.waitForClose())
  }
}
