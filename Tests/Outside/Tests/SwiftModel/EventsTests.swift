import Strata
import StrataTesting
import Testing

enum AppEvent: Sendable, Equatable {
  case logOut
  case message(String)
}

@Model struct Sender {
  enum Event: Sendable, Equatable {
    case tapped
    case moved(Int)
  }
  var name = ""
  var heard: [String] = []

  func onActivate() {
    node.forEach(node.event(ofType: AppEvent.self)) { heard.append("\($0)") }
  }
}

@Model struct Room {
  var sender = Sender(name: "s")
  var senders: [Sender] = []
  var heard: [String] = []

  func onActivate() {
    node.forEach(node.event(ofType: AppEvent.self)) { heard.append("\($0)") }
    node.forEach(node.event(fromType: Sender.self)) { event, sender in
      heard.append("\(sender.name) \(event)")
    }
  }
}

@Model struct House {
  var room = Room()
  var other = Room()
  var heard: [String] = []

  func onActivate() {
    node.forEach(node.event(of: AppEvent.logOut)) { heard.append("out") }
  }
}

/// News that travels.
@Suite(.simulated(exhaustivity: .off)) struct EventsTests {
  @Test func byDefaultItGoesUp() async {
    let house = House().withAnchor()
    house.room.sender.node.send(AppEvent.logOut)
    await settle()
    #expect(house.heard == ["out"])
    #expect(house.room.heard == ["logOut"])
    #expect(house.room.sender.heard == ["logOut"])
    #expect(house.other.heard == [])
  }

  @Test func downToAllBelow() async {
    let house = House().withAnchor()
    house.node.send(AppEvent.logOut, to: .descendants)
    await settle()
    #expect(house.room.sender.heard == ["logOut"])
    #expect(house.other.sender.heard == ["logOut"])
    #expect(house.heard == [])
  }

  @Test func toChildrenAlone() async {
    let house = House().withAnchor()
    house.node.send(AppEvent.message("x"), to: .children)
    await settle()
    #expect(house.room.heard == ["message(\"x\")"])
    #expect(house.room.sender.heard == [])
  }

  @Test func toTheParentAlone() async {
    let house = House().withAnchor()
    house.room.sender.node.send(AppEvent.logOut, to: .parent)
    await settle()
    #expect(house.room.heard == ["logOut"])
    #expect(house.heard == [])
    #expect(house.room.sender.heard == [])
  }

  @Test func toSeveralAudiencesOnceEach() async {
    let house = House().withAnchor()
    house.room.node.send(AppEvent.logOut, to: [.self, .ancestors, .descendants, .parent])
    await settle()
    #expect(house.heard == ["out"])
    #expect(house.room.heard == ["logOut"])
    #expect(house.room.sender.heard == ["logOut"])
  }

  @Test func ownEventsCarryTheirSender() async {
    let house = House().withAnchor()
    house.room.senders = [Sender(name: "a"), Sender(name: "b")]
    house.room.senders[1].node.send(.moved(3))
    await settle()
    #expect(house.room.heard == ["b moved(3)"])
  }

  @Test func eventsOfOtherRoomsAreNotHeard() async {
    let house = House().withAnchor()
    house.other.sender.node.send(.tapped)
    await settle()
    #expect(house.room.heard == [])
    #expect(house.other.heard == ["s tapped"])
  }

  @Test func theOrderIsKept() async {
    let house = House().withAnchor()
    for n in 0..<50 { house.room.sender.node.send(.moved(n)) }
    await settle()
    #expect(house.room.heard == (0..<50).map { "s moved(\($0))" })
  }

  @Test func nothingIsLostBetweenAskingAndListening() async {
    let house = House().withAnchor()
    let events = house.node.event(ofType: AppEvent.self)
    house.room.node.send(AppEvent.logOut)
    house.room.node.send(AppEvent.message("x"))
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .logOut)
    #expect(await iterator.next() == .message("x"))
  }

  @Model struct Early {
    func onActivate() { node.send(AppEvent.message("early")) }
  }

  @Model struct Host {
    var early: Early?
    var heard: [String] = []
    func onActivate() {
      node.forEach(node.event(ofType: AppEvent.self)) { heard.append("\($0)") }
      early = Early()
    }
  }

  @Test func sentWhileActivatedReachesTheParent() async {
    let host = Host().withAnchor()
    await settle()
    #expect(host.heard == ["message(\"early\")"])
  }

  @Model struct Owner { var room: Room? }

  @Test func aStreamEndsWithItsModel() async {
    let owner = Owner(room: Room()).withAnchor()
    let log = Log()
    if let room = owner.room {
      let events = room.node.event(ofType: AppEvent.self)
      owner.node.task {
        for await _ in events {}
        log.add("ended")
      }
    }
    await settle()
    owner.room = nil
    await settle()
    #expect(log.take() == "ended")
  }

  @Model struct OwnerTwo {
    var sender: Sender?
    var heard = 0
    func onActivate() { node.forEach(node.event(fromType: Sender.self)) { _, _ in heard += 1 } }
  }

  @Test func aRemovedSenderSendsNothing() async {
    let owner = OwnerTwo(sender: Sender()).withAnchor()
    let sender = owner.sender
    owner.sender = nil
    await withKnownIssue {
      sender?.node.send(.tapped)
      await settle()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("after it has left its tree") }
    }
    #expect(owner.heard == 0)
  }
}
