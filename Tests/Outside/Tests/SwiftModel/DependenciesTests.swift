import Strata
import StrataConcurrency
import StrataDependencies
import StrataTesting
import Testing

struct Greeter: Sendable {
  var greet: @Sendable (String) async throws -> String
  var mark: String = "live"
}

extension Greeter: DependencyKey {
  static let liveValue = Greeter { "Hello, \($0)" }
  static let testValue = Greeter(greet: { "Test, \($0)" }, mark: "test")
}

extension DependencyValues {
  var greeter: Greeter {
    get { self[Greeter.self] }
    set { self[Greeter.self] = newValue }
  }
  var session: Session {
    get { self[Session.self] }
    set { self[Session.self] = newValue }
  }
}

@Model struct Session {
  var user = "nobody"
  func onActivate() {
    node.log.add("D")
    node.onCancel { node.log.add("d") }
  }
}

extension Session: DependencyKey {
  static var liveValue: Session { Session() }
  static var testValue: Session { Session() }
}

@Model struct Guest {
  var name = "g"
  @ModelDependency(\.greeter.mark) var mark: String
  @ModelDependency var session: Session
  var user: String { session.user }
}

@Model struct Hotel {
  var guest: Guest?
  var guests: [Guest] = []
}

/// The models' dependencies on the world.
struct DependenciesTests {
  let log = Log()

  @Test func theRootOverridesForAll() {
    let hotel = Hotel(guests: [Guest()]).withAnchor { $0.greeter.mark = "root" }
    #expect(hotel.node.greeter.mark == "root")
    #expect(hotel.guests[0].mark == "root")
  }

  @Test func aModelsOwnOverrideWins() {
    let hotel = Hotel(
      guests: [Guest(), Guest().withDependencies { $0.greeter.mark = "own" }]
    ).withAnchor { $0.greeter.mark = "root" }
    #expect(hotel.guests.map(\.mark) == ["root", "own"])
  }

  @Test func overridesAddUp() {
    let hotel = Hotel(
      guests: [
        Guest().withDependencies { $0.greeter.mark = "first" }
          .withDependencies { $0.greeter.mark += " second" }
      ]
    ).withAnchor { $0.log = log }
    #expect(hotel.guests[0].mark == "first second")
    hotel.guests[0].node.log.add("x")
    #expect(log.take() == "x")
  }

  @Test func aClosureIsReplacedAlone() async throws {
    let hotel = Hotel().withAnchor { $0.greeter.greet = { "Yo, \($0)" } }
    #expect(try await hotel.node.greeter.greet("Ada") == "Yo, Ada")
  }

  @Test func twoTreesHaveTheirOwn() {
    let one = Hotel().withAnchor { $0.greeter.mark = "one" }
    let two = Hotel().withAnchor { $0.greeter.mark = "two" }
    #expect(one.node.greeter.mark + two.node.greeter.mark == "onetwo")
  }

  @Test func aSettableDate() {
    let model = Hotel().withAnchor { $0.date.now = .init(timeIntervalSince1970: 5) }
    #expect(model.node.date.now.timeIntervalSince1970 == 5)
  }

  @Test func aModelAsDependencyIsShared() {
    let hotel = Hotel(guests: [Guest(), Guest()]).withAnchor { $0.log = log }
    hotel.guests[0].session.user = "Ada"
    #expect(hotel.guests[1].user == "Ada")
    #expect(hotel.node.session.user == "Ada")
    #expect(log.take() == "D")
  }

  @Test func aSharedDependencyOutlivesItsFirstUser() {
    let hotel = Hotel(guests: [Guest(), Guest()]).withAnchor { $0.log = log }
    hotel.guests[0].session.user = "Ada"
    _ = hotel.guests[1].user
    hotel.guests.removeFirst()
    #expect(hotel.guests[0].user == "Ada")
    #expect(log.take() == "D")
  }

  @Test func anOverriddenModelIsTheOneThatWasGiven() {
    let given = Session(user: "Bo")
    let hotel = Hotel(guests: [Guest()]).withAnchor {
      $0.log = log
      $0.session = given
    }
    #expect(hotel.guests[0].user == "Bo")
    given.user = "Cy"
    #expect(hotel.guests[0].user == "Cy")
    #expect(log.take() == "D")
  }

  @Test func aDependencyEndsWithTheTree() {
    do {
      let hotel = Hotel(guests: [Guest()]).withAnchor { $0.log = log }
      _ = hotel.guests[0].user
      #expect(log.take() == "D")
      withExtendedLifetime(hotel) {}
    }
    #expect(log.take() == "d")
  }

  @Test func aHundredTreesEndAHundredDependencies() {
    for _ in 0..<100 {
      let hotel = Hotel(guests: [Guest()]).withAnchor {
        $0.log = log
        $0.session = Session(user: "x")
      }
      _ = hotel.guests[0].user
    }
    #expect(log.all.filter { $0 == "D" }.count == 100)
    #expect(log.all.filter { $0 == "d" }.count == 100)
  }

  @Test func changesOfADependencyAreObserved() {
    let hotel = Hotel(guest: Guest()).withAnchor { $0.log = log }
    _ = hotel.guest?.user
    log.clear()
    hotel.node.onChange(of: hotel.guest?.user, initial: false) { old, new in
      log.add("\(old ?? "-")>\(new ?? "-")")
    }
    hotel.node.session.user = "Ada"
    #expect(log.take() == "nobody>Ada")
  }

  @Model struct Caller {
    var text = ""
    func call() {
      node.task {
        text = try await node.greeter.greet("Ada")
      } catch: { _ in
      }
    }
  }

  @Test(.simulated(exhaustivity: .off)) func tasksSeeTheDependenciesOfTheirModel() async {
    let caller = Caller().withAnchor { $0.greeter.greet = { "Hi, \($0)" } }
    caller.call()
    await settle()
    #expect(caller.text == "Hi, Ada")
  }

  @Model struct Bell {
    enum Event: Sendable { case rang }
    func ring() { node.send(.rang) }
  }

  struct BellKey: DependencyKey {
    static var liveValue: Bell { Bell() }
    static var testValue: Bell { Bell() }
  }

  @Model struct Porter {
    var heard = 0
    func onActivate() {
      _ = node[BellKey.self]
      node.forEach(node.event(fromType: Bell.self)) { _, _ in heard += 1 }
    }
  }

  @Model struct Lobby { var porter = Porter() }

  @Test(.simulated(exhaustivity: .off)) func aDependencysEventsReachItsUsers() async {
    let lobby = Lobby().withAnchor()
    await settle()
    lobby.porter.node[BellKey.self].ring()
    await settle()
    #expect(lobby.porter.heard == 1)
  }

  @Test func aYoungerParentThatGoesTakesNoDependencyAlong() {
    let log = log
    let row = Guest().withDependencies { $0[Session.self] = Session() }
    let hotel = Hotel(guests: [row]).withAnchor { $0.log = log }
    row.session.user = "Ann"
    let session = row.session
    hotel.guest = row
    #expect(row.session.isSameModel(as: session))
    hotel.guest = nil
    #expect(row.session.isSameModel(as: session))
    #expect(row.user == "Ann")
    #expect(log.text == "D")
    hotel.guests = []
    #expect(log.text == "Dd")
  }

  @Test func aMovedOverrideEndsItsFormerModel() {
    let log = log
    let house = Resort(hotels: [Hotel(), Hotel()]).withAnchor { $0.log = log }
    house.hotels[0].guests.append(Guest().withDependencies { $0[Session.self] = Session() })
    let guest = house.hotels[0].guests[0]
    _ = guest.session
    for number in 0..<3 {
      let (from, to) = (house.hotels[number % 2], house.hotels[1 - number % 2])
      house.node.transaction { to.guests.append(from.guests.removeLast()) }
      _ = guest.session
    }
    // The successor begins before the former one ends, because it is found first.
    #expect(log.text == "DDdDdDd")
    house.hotels[1].guests = []
    #expect(log.text == "DDdDdDdd")
  }

  /// One instance that several models override with stays the same one, wherever they move.
  @Test func aMovedOverrideWithOneInstanceKeepsIt() {
    let log = log
    let one = Session()
    let house = Resort(hotels: [Hotel(), Hotel()]).withAnchor { $0.log = log }
    house.hotels[0].guests = [Guest().withDependencies { $0[Session.self] = one }]
    let guest = house.hotels[0].guests[0]
    guest.session.user = "Ann"
    house.node.transaction {
      house.hotels[1].guests.append(house.hotels[0].guests.removeLast())
    }
    #expect(guest.user == "Ann")
    #expect(log.text == "D")
  }
}

@Model struct Resort {
  var hotels: [Hotel] = []
}
