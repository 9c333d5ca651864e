import StrataExtensions
import StrataModels
import Testing

/// A new value with the identity of an earlier one continues its lifetime in the same slot, and nowhere else.
@Suite struct PlaceAndIdentityTests {
  private let log = Log()

  private func lamp(_ id: Int, _ serial: Int) -> Lamp { Lamp(id: id, serial: serial, log: log) }

  @Test func aCaseThatChangesEndsItsPayload() {
    let room = Room().withAnchor()
    room.niche = .one(lamp(4, 1))
    room.niche = .other(lamp(4, 2))
    #expect(log.entries == ["+1", "-1", "+2"])
  }

  @Test func aListBecomesASingleOne() {
    let room = Room().withAnchor()
    room.niche = .many([lamp(4, 1)])
    room.niche = .one(lamp(4, 2))
    #expect(log.entries == ["+1", "-1", "+2"])
    room.niche = .maybe(lamp(4, 3))
    #expect(log.entries == ["+1", "-1", "+2", "-2", "+3"])
  }

  @Test func theSameCaseGoesOn() {
    let room = Room().withAnchor()
    room.niche = .one(lamp(4, 1))
    room.niche = .one(lamp(4, 2))
    #expect(log.entries == ["+1"])
    guard case .one(let lamp) = room.niche else { return #expect(Bool(false)) }
    #expect(lamp.serial == 1)
  }

  @Test func aModelThatIsMovedGoesOnAndSoDoesItsPlace() {
    let room = Room().withAnchor()
    let first = lamp(4, 1)
    room.niche = .one(first)
    room.niche = .other(first)
    room.niche = .other(lamp(4, 2))
    #expect(log.entries == ["+1"])
    room.niche = .one(lamp(4, 3))
    #expect(log.entries == ["+1", "-1", "+3"])
  }

  @Test func aKeyIsAPlace() {
    let room = Room().withAnchor()
    room.named = ["a": lamp(4, 1)]
    room.named = ["b": lamp(4, 2)]
    room.named["b"] = lamp(4, 3)
    #expect(log.entries == ["+1", "-1", "+2"])
  }

  @Test func aModelThatTheSameTransactionAddedHasNoLifetimeToContinue() {
    let room = Room().withAnchor()
    room.node.transaction {
      room.niche = .one(lamp(4, 1))
      room.niche = .one(lamp(4, 2))
      room.identified = [lamp(5, 3)]
      room.identified[id: 5] = lamp(5, 4)
    }
    #expect(log.entries == ["+2", "+4"])
  }

  @Test func anElementOfAnIdentifiedArrayThatIsReplacedGoesOn() {
    let room = Room().withAnchor()
    room.identified = [lamp(4, 1), lamp(5, 2)]
    room.identified[id: 4] = lamp(4, 3)
    room.identified = [lamp(5, 4), lamp(4, 5)]
    #expect(log.entries == ["+1", "+2"])
    #expect(room.identified.map(\.serial) == [2, 1])
  }

  @Test(arguments: 0..<30)
  func livesFollowPlacesAndIdentities(_ seed: Int) {
    var run = RoomRun(seed: UInt64(seed))
    for _ in 0..<60 { run.step() }
    run.end()
  }
}
