import Foundation
import StrataRendering
import Testing

@testable import StrataOneStore

private struct Board: Model {
  struct State: Equatable, Sendable, Codable {
    var title = "A/B~C"
    var count = 0
    var tags: [String] = ["x", "y"]
    var note: String?
    @StateModel<Card?> var card = nil
  }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { $state.transaction(body) }
}

private struct Card: Model {
  struct State: Equatable, Sendable, Codable {
    var text = ""
  }

  @ModelState private var state: State
}

// One at a time: they wait for sockets.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RemoteTravelTests {
  private let store = Store<Board>(initialState: .init())

  @Test func recordsAreSentAndFollowedAsPatches() throws {
    let traveler = TimeTraveler.local(for: store)
    let model = store.model
    model.change { $0.count = 1 }
    let server = try traveler.serve()
    let client = try #require(LineClient(port: server.port))
    client.send(#"{"v":1,"type":"onConnect"}"#)
    let opened = try #require(client.next())
    #expect(opened["type"] as? String == "opened")
    #expect(opened["v"] as? Int == 1)
    #expect(opened["count"] as? Int == 2)
    var value = try #require(client.next())
    #expect(value["type"] as? String == "state")
    #expect(value["number"] as? Int == 0)
    var states = [try #require(value["state"])]
    let changes: [@Sendable (inout Board.State) -> Void] = [
      { $0.tags.append("z") },
      { $0.note = "n" },
      { $0.tags.remove(at: 0) },
      { $0.note = nil },
      { $0.card = .init(text: "c") },
      { $0.tags = ["q", "y", "z", "z2"] },
      { $0.title = "~/" },
    ]
    for change in changes { model.change(change) }
    for number in 1...(changes.count + 1) {
      value = try #require(client.next())
      #expect(value["type"] as? String == "change")
      #expect(value["number"] as? Int == number)
      let patch = try #require(value["patch"] as? [[String: Any]])
      states.append(try PatchReader.apply(patch, to: try #require(states.last)))
    }
    for (state, record) in zip(states, traveler.records) {
      let data = try JSONSerialization.data(withJSONObject: state)
      #expect(try JSONDecoder().decode(Board.State.self, from: data) == record.state)
    }
    #expect(states.count == traveler.records.count)
    server.cancel()
    #expect(client.next() == nil)
    #expect(client.hasEnded)
  }

  @Test func viewsSeeTheRecordThatIsChosenFromOutside() throws {
    let traveler = TimeTraveler.local(for: store)
    let model = store.model
    let probe = RenderProbe { model.count }
    for count in 1...3 { model.change { $0.count = count } }
    let server = try traveler.serve()
    let client = try #require(LineClient(port: server.port))
    client.send(#"{"type":"onConnect"}"#)
    client.send(#"{"type":"setOverride","number":1}"#)
    #expect(client.next("override")?["number"] as? Int == 1)
    #expect(probe.output == 1)
    #expect(store.state.count == 3)
    client.send(#"{"type":"printDiff","number":2}"#)
    let text = try #require(client.next("diff")?["text"] as? String)
    #expect(text.contains("count: 1") && text.contains("count: 2"))
    client.send(#"{"type":"overrideState","state":{"title":"T","count":77,"tags":[],"card":null}}"#)
    #expect(client.next("override")?["isOther"] as? Bool == true)
    #expect(probe.output == 77)
    client.send(#"{"type":"setOverride","number":null}"#)
    #expect(client.next("override")?["number"] is NSNull)
    #expect(probe.output == 3)
    // What is chosen in the program is said as well.
    traveler.setOverride(at: 0)
    #expect(client.next("override")?["number"] as? Int == 0)
  }

  @Test func wrongLinesAreAnsweredAndIgnored() throws {
    let server = try TimeTraveler.local(for: store).serve(
      port: 0,
      acceptsOtherHosts: false,
      TravelLimits(incomingBytes: 1_000)
    )
    let client = try #require(LineClient(port: server.port))
    let deep = String(repeating: "[", count: 700) + String(repeating: "]", count: 200)
    let lines = [
      #"{"type":"printDiff","number":0}"#, "nonsense", "[1]", #"{"v":2,"type":"onConnect"}"#,
      #"{"type":"fly"}"#, #"{"number":1}"#, #"{"type":"setOverride"}"#,
      #"{"type":"setOverride","number":"x"}"#, #"{"type":"setOverride","number":1e300}"#, deep,
      String(repeating: "x", count: 5_000), "\u{0}\u{1}", "{", #"{"type":"overrideState"}"#,
    ]
    for (index, line) in lines.enumerated() {
      client.send(line)
      let answer = try #require(client.next())
      #expect(answer["type"] as? String == "error", "\(line)")
      #expect(answer["line"] as? Int == index + 1)
    }
    client.send(#"{"type":"onConnect"}"#)
    #expect(client.next()?["type"] as? String == "opened")
    #expect(client.next()?["type"] as? String == "state")
    for line in [
      #"{"type":"setOverride","number":9}"#, #"{"type":"printDiff","number":-1}"#,
      #"{"type":"overrideState","state":{"count":"x"}}"#,
    ] {
      client.send(line)
      #expect(client.next()?["type"] as? String == "error")
    }
    #expect(store.stateOverride == nil)
    client.send(Array("\r\n{\"type\":\"setOverride\",\"number\":0}\r\n".utf8))
    #expect(client.next("override")?["number"] as? Int == 0)
  }

  @Test func aBrowserIsTurnedAway() throws {
    let server = try TimeTraveler.local(for: store).serve()
    let client = try #require(LineClient(port: server.port))
    client.send("POST / HTTP/1.1\r")
    client.send("\r")
    client.send(#"{"type":"onConnect"}"#)
    #expect(client.next()?["type"] as? String == "error")
    #expect(client.next() == nil)
    #expect(client.hasEnded)
  }

  @Test func otherAddressesAreRefusedUnlessTheProgramLetsThemIn() throws {
    let traveler = TimeTraveler.local(for: store)
    let own = try traveler.serve()
    #expect(LineClient(port: own.port, address: "127.0.0.2") == nil)
    let open = try traveler.serve(acceptsOtherHosts: true)
    let client = try #require(LineClient(port: open.port, address: "127.0.0.2"))
    client.send(#"{"type":"onConnect"}"#)
    #expect(client.next()?["type"] as? String == "opened")
  }

  @Test func aLineThatWouldBeTooLongIsLeftOutAndTheNextIsWhole() throws {
    let traveler = TimeTraveler.local(for: store)
    let server = try traveler.serve(
      port: 0,
      acceptsOtherHosts: false,
      TravelLimits(outgoingBytes: 500)
    )
    let client = try #require(LineClient(port: server.port))
    client.send(#"{"type":"onConnect"}"#)
    #expect(client.next("state")?["state"] is [String: Any])
    store.model.change { $0.note = String(repeating: "long", count: 1_000) }
    #expect(client.next()?["omitted"] as? Int ?? 0 > 4_000)
    store.model.change { $0.note = "short" }
    #expect((client.next("state")?["state"] as? [String: Any])?["note"] as? String == "short")
  }

  @Test func onlySoManyAreServedAtOneTime() throws {
    let server = try TimeTraveler.local(for: store).serve(
      port: 0,
      acceptsOtherHosts: false,
      TravelLimits(clients: 2)
    )
    let port = server.port
    let clients = try (0..<2).map { _ in
      let client = try #require(LineClient(port: port))
      client.send(#"{"type":"onConnect"}"#)
      #expect(client.next()?["type"] as? String == "opened")
      return client
    }
    let third = try #require(LineClient(port: port))
    #expect(third.next()?["type"] as? String == "error")
    #expect(third.next() == nil)
    #expect(third.hasEnded)
    withExtendedLifetime(clients) {}
  }

  @Test func aPlaceIsFreeAgainWhenAClientHasLeft() throws {
    let server = try TimeTravelServer.serving(store, TravelLimits(clients: 1))
    var first = LineClient(port: server.port)
    first?.send(#"{"type":"onConnect"}"#)
    #expect(first?.next()?["type"] as? String == "opened")
    let second = try #require(LineClient(port: server.port))
    #expect(second.next()?["type"] as? String == "error")
    #expect(second.waitForEnd())
    first = nil
    // The server notices it at some time; until then others are turned away.
    let isTaken = (0..<5_000).contains { _ in
      guard let client = LineClient(port: server.port) else { return false }
      client.send(#"{"type":"onConnect"}"#)
      return client.next()?["type"] as? String == "opened"
    }
    #expect(isTaken)
  }

  @Test func aClientThatTakesNothingIsLeft() throws {
    let server = try TimeTravelServer.serving(store, TravelLimits(patience: .zero))
    let client = try #require(LineClient(port: server.port))
    client.send(#"{"type":"onConnect"}"#)
    #expect(client.next("state") != nil)
    // Both are more than a connection takes that is not read. The server reads no line while it sends one, so the
    // client waits here until the server has left.
    let long = String(repeating: "long", count: 3_000_000)
    store.model.change { $0.note = long }
    client.send([UInt8](repeating: 0x0A, count: 16_000_000))
    #expect(client.waitForEnd())
  }

  @Test func aServerThatIsCancelledTakesNoOneElse() throws {
    let server = try TimeTravelServer.serving(store, TravelLimits())
    // More often than the pipe of the signal takes bytes.
    for _ in 0..<70_000 { server.cancel() }
    let isRefused = (0..<5_000).contains { _ in LineClient(port: server.port) == nil }
    #expect(isRefused)
  }

  @Test func aProgramThatHasClosedItsInputServesAsWell() async {
    await #expect(processExitsWith: .success) {
      let stop = try StopSignal()
      let socket = try ListeningSocket(port: 0, acceptsOtherHosts: false)
      let client = try #require(LineClient(port: socket.port))
      // The next file has the number of the input, unless another thread of the process opens one first.
      _ = close(0)
      let accepted = try #require(socket.nextClient(stop))
      #expect(accepted == 0 || fcntl(0, F_GETFD) >= 0)
      withExtendedLifetime(client) {}
      if accepted == 0 { _ = close(0) }
      let other = try ListeningSocket(port: 0, acceptsOtherHosts: false)
      #expect(other.file == 0 || fcntl(0, F_GETFD) >= 0)
    }
  }

  @Test func pipesServeAsWell() throws {
    var (toProgram, fromProgram): ([Int32], [Int32]) = ([0, 0], [0, 0])
    // SAFETY: there is room for two numbers each.
    unsafe #expect(pipe(&toProgram) == 0 && pipe(&fromProgram) == 0)
    let traveler = TimeTraveler.local(for: store)
    let server = try traveler.serve(input: toProgram[0], output: fromProgram[1])
    let client = LineClient(input: fromProgram[0], output: toProgram[1])
    client.send(#"{"type":"onConnect"}"#)
    #expect(client.next()?["store"] as? String == "Board")
    #expect(client.next()?["type"] as? String == "state")
    store.model.change { $0.count = 5 }
    let patch = client.next()?["patch"] as? [[String: Any]]
    #expect(patch?.first?["path"] as? String == "/count")
    #expect(patch?.first?["op"] as? String == "replace")
    server.cancel()
    _ = close(toProgram[0])
    _ = close(fromProgram[1])
  }

  @Test func aStateWithoutCodingIsSentAsText() throws {
    let store = Store<CounterModel>(initialState: .init(count: 3))
    let server = try TimeTraveler.local(for: store).serve()
    let client = try #require(LineClient(port: server.port))
    client.send(#"{"type":"onConnect"}"#)
    #expect((client.next("state")?["text"] as? String)?.contains("count: 3") == true)
    client.send(#"{"type":"overrideState","state":{}}"#)
    #expect((client.next()?["message"] as? String)?.contains("Decodable") == true)
  }

  @Test func recordsKeepTheirNumbersWhenOthersAreDropped() {
    let traveler = TimeTraveler.local(for: store, reducer: .tail(maxCount: 2))
    traveler.setOverride(at: 0)
    for count in 1...4 { store.model.change { $0.count = count } }
    #expect(traveler.records.map(\.number) == [3, 4])
    #expect(traveler.overrideIndex == nil)
    traveler.setOverride(at: 0)
    #expect(traveler.overrideIndex == 0)
    #expect(store.stateOverride?.count == 3)
    store.model.change { $0.count = 5 }
    #expect(traveler.overrideIndex == nil)
    #expect(store.stateOverride?.count == 3)
  }
}

extension TimeTravelServer {
  /// Serves the history of a store, which the server keeps.
  fileprivate static func serving(
    _ store: Store<Board>,
    _ limits: TravelLimits
  ) throws -> TimeTravelServer {
    try TimeTraveler.local(for: store).serve(port: 0, acceptsOtherHosts: false, limits)
  }
}

/// Applies patches as RFC 6902 says, for what a program sends.
private enum PatchReader {
  struct Unreadable: Error {}

  static func apply(_ patch: [[String: Any]], to value: Any) throws -> Any {
    try patch.reduce(value) { value, operation in
      guard let path = operation["path"] as? String, let name = operation["op"] as? String else {
        throw Unreadable()
      }
      let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
        $0.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
      }
      return try change(value, parts[...], name, operation["value"])
    }
  }

  private static func change(
    _ value: Any,
    _ path: ArraySlice<String>,
    _ name: String,
    _ new: Any?
  ) throws -> Any {
    guard let first = path.first else { return try #require(new) }
    let isLast = path.count == 1
    if var object = value as? [String: Any] {
      if isLast {
        #expect((object[first] == nil) == (name == "add"))
        object[first] = name == "remove" ? nil : new
      } else {
        object[first] = try change(try #require(object[first]), path.dropFirst(), name, new)
      }
      return object
    }
    guard var array = value as? [Any], let index = Int(first) else { throw Unreadable() }
    switch (isLast, name) {
    case (true, "add"): array.insert(try #require(new), at: index)
    case (true, "remove"): array.remove(at: index)
    case (true, _): array[index] = try #require(new)
    default: array[index] = try change(array[index], path.dropFirst(), name, new)
    }
    return array
  }
}
