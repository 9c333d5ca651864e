import Strata
import Testing

@Suite struct ObserverTests {
  @Test func bothRunOncePerWrite() {
    let log = Log()
    let model = Thermostat(log: log).withAnchor()
    model.degrees = 21
    #expect(log.entries == ["will 20 -> 21", "did 20 -> 21"])
  }

  @Test func bothRunOncePerChangeInPlace() {
    let log = Log()
    let model = Thermostat(log: log).withAnchor()
    model.degrees += 1
    model.rooms.append("hall")
    #expect(log.entries == ["will 20 -> 21", "did 20 -> 21", "0 -> 1"])
  }

  @Test func bothRunForAnEqualValueAsInAnyStruct() {
    let log = Log()
    let model = Thermostat(log: log).withAnchor()
    model.degrees = 20
    #expect(log.entries == ["will 20 -> 20", "did 20 -> 20"])
  }

  @Test func neitherRunsForFirstValues() {
    let log = Log()
    let model = Thermostat(log: log, degrees: 99)
    #expect(log.entries == [])
    #expect(model.degrees == 99)
  }

  @Test func inAnInitializerTheyRunForChangesAlone() {
    let log = Log()
    #expect(Dial(log: log).degrees == 2)
    #expect(log.entries == ["did 1 -> 2"])
  }

  @Test func bothRunBeforeTheModelIsAnchored() {
    let log = Log()
    Thermostat(log: log).rooms = ["a", "b"]
    #expect(log.entries == ["0 -> 2"])
  }

  @Test func anObserverMayReturnEarly() {
    let log = Log()
    let model = Thermostat(log: log)
    model.degrees = 0
    #expect(log.entries == ["did 20 -> 0"])
    #expect(model.degrees == 0)
  }

  @Test func anAssignmentInTheObserverDoesNotCallItAgain() {
    let log = Log()
    let model = Thermostat(log: log)
    model.degrees = 40
    #expect(model.degrees == 30)
    #expect(log.entries == ["will 20 -> 40", "did 20 -> 40"])
    model.other = 1
    #expect(model.other == 3)
    model.degrees = 25
    #expect(log.entries.suffix(2) == ["will 30 -> 25", "did 30 -> 25"])
  }

  @Test func childrenAreObservedWhenReplacedAndNotWhenTheyChange() {
    let log = Log()
    let model = Thermostat(log: log).withAnchor()
    model.sensor.incrementTapped()
    #expect(log.entries == [])
    model.sensor = CountModel(count: 4)
    #expect(log.entries == ["sensor"])
    #expect(model.sensor.node.context.isLive)
  }

  @Test func observersOfTwoModelsDoNotMix() {
    let log = Log()
    let (first, second) = (Thermostat(log: log), Thermostat(log: log))
    first.degrees = 40
    second.degrees = 40
    #expect(log.entries.count == 4)
  }
}
