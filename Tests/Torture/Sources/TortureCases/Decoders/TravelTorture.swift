import Foundation
import StrataConcurrency
import StrataOneStore

/// Sends damaged lines to a program that lets others travel in its states.
enum TravelTorture {
  struct Board: Model {
    struct State: Codable, Equatable, Sendable {
      var title = "a"
      var counts: [String: [Int]] = ["a": [1, 2]]
      var note: String?
      @StateModel<Card?> var card = .init()
    }

    @ModelState private var state: State

    func change(_ body: (inout State) -> Void) { $state.transaction(body) }
  }

  struct Card: Model {
    struct State: Codable, Equatable, Sendable {
      var text = "b"
    }

    @ModelState private var state: State
  }

  private static let valid = [
    #"{"v":1,"type":"onConnect"}"#, #"{"v":1,"type":"setOverride","number":1}"#,
    #"{"v":1,"type":"setOverride","number":null}"#, #"{"v":1,"type":"printDiff","number":1}"#,
    #"{"v":1,"type":"overrideState","state":{"title":"x","counts":{"b":[3]},"note":"n","card":{"text":"c"}}}"#,
  ]

  /// Every line is answered or obeyed, the store's own state stays, and the next line is understood.
  static func travel(_ random: inout SeededGenerator) throws {
    let store = Store<Board>(initialState: .init())
    let traveler = TimeTraveler.local(for: store)
    for number in 0..<Int.random(in: 0...3, using: &random) {
      store.model.change { $0.counts["\(number)"] = [number] }
    }
    let live = store.state
    let server = try traveler.serve()
    guard let port = server.port, let client = TravelClient(port: port) else {
      throw TortureFault("the server takes no connection")
    }
    var lines = Data()
    if random.oneIn(2) { lines.append(contentsOf: Data("\(valid[0])\n".utf8)) }
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      lines.append(DamagedData.make(of: Data(random.one(of: valid).utf8), &random))
      if !random.oneIn(8) { lines.append(0x0A) }
    }
    if random.oneIn(64) { lines.append(Data(repeating: UInt8(ascii: "["), count: 1 << 20)) }
    client.send(lines)
    client.send(Data("\n\(valid[0])\n\(valid[2])\n\(valid[4])\n".utf8))
    client.send(Data(#"{"v":1,"type":"printDiff","number":987654321}"#.utf8 + [0x0A]))
    try readAnswers(of: client)
    let expected = Board.State(
      title: "x",
      counts: ["b": [3]],
      note: "n",
      card: .init(text: "c")
    )
    try hold(store.stateOverride == expected, "a whole state is not what views see")
    try hold(store.state == live, "a line has changed the store's own state")
  }

  /// Reads up to the answer of the last line.
  private static func readAnswers(of client: TravelClient) throws {
    let types: Set<String> = ["opened", "state", "change", "override", "diff", "error"]
    while true {
      guard let answer = client.next() else { throw TortureFault("the last line has no answer") }
      let line = String(decoding: answer, as: UTF8.self)
      guard let value = try? JSONSerialization.jsonObject(with: answer) as? [String: Any],
        let type = value["type"] as? String, types.contains(type), value["v"] as? Int == 1
      else { throw TortureFault("an answer is no line of the format: \(line.prefix(200))") }
      if type == "error", line.contains("There is no record 987654321") { return }
    }
  }
}
