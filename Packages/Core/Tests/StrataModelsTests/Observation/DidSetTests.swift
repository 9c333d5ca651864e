import Observation
import StrataModels
import Testing

/// A `didSet` that asks for no value runs after each change in the value's own memory.
@Suite struct DidSetTests {
  /// A model with an observed property, as the macro would write it.
  struct Knob: Model {
    static let modelLayout = ModelLayout<Knob>("Knob") {
      $0.slot("turns", \.turns)
      $0.slot("next", \.next)
    }
    var modelNode = ModelNode<Knob>()
    let react: @Sendable (Knob) -> Void

    var turns: Int {
      get { modelNode[0] }
      nonmutating set { modelNode.assign(newValue, to: &self.turns) }
      nonmutating _modify {
        defer { modelNode.didChange(0) { react(self) } }
        yield &modelNode[0]
      }
    }
    var next: Knob? {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }

    init(next: Knob? = nil, react: @escaping @Sendable (Knob) -> Void = { _ in }) {
      self.react = react
      modelNode.initialize(0, to: 0)
      modelNode.initialize(1, to: next)
    }
  }

  /// A model with a property whose observers ask for the old and the new value, as the macro would write it.
  struct Dial: Model {
    static let modelLayout = ModelLayout<Dial>("Dial") { $0.slot("name", \.name) }
    var modelNode = ModelNode<Dial>()
    let log: Log

    var name: String {
      get { modelNode[0] }
      nonmutating set { modelNode.assign(newValue, to: &self.name) }
      nonmutating _modify {
        var new = ""
        yield &modelNode[0, willSet: { new = $0 }, didSet: { log.add("\($0)>\(new)") }]
      }
    }

    init(_ log: Log) {
      self.log = log
      modelNode.initialize(0, to: "a")
    }
  }

  private let log = Log()

  @Test func runsAfterEachAssignmentAndChangeInPlace() {
    let knob = Knob { [log] in log.add("\($0.turns)") }.withAnchor()
    knob.turns = 1
    knob.turns += 2
    knob.turns = 3
    #expect(log.entries == ["1", "3", "3"])
  }

  @Test func anEqualValueOfAPropertyWhoseObserversAskForValuesNotifiesNoOne() {
    let dial = Dial(log).withAnchor()
    func observe() {
      withObservationTracking {
        _ = dial.name
      } onChange: { [log] in
        log.add("changed")
      }
    }
    observe()
    dial.name = "a"
    #expect(log.entries == ["a>a"])
    dial.name += "b"
    #expect(log.entries == ["a>a", "changed", "a>ab"])
  }

  @Test func itsOwnAssignmentDoesNotCallItAgain() {
    let knob = Knob { [log] in
      log.add("\($0.turns)")
      if $0.turns > 5 { $0.turns = 5 }
    }
    .withAnchor()
    knob.turns = 9
    #expect(knob.turns == 5)
    knob.turns = 2
    #expect(log.entries == ["9", "2"])
  }

  @Test func theObserverOfAnotherModelRunsInside() {
    let knob = Knob(next: Knob { [log] in log.add("next \($0.turns)") }) { [log] in
      log.add("\($0.turns)")
      $0.next?.turns = $0.turns
    }
    .withAnchor()
    knob.turns = 1
    #expect(log.entries == ["1", "next 1"])
  }

  @Test func aRejectedChangeIsNotObserved() {
    let knob = Knob(next: Knob { [log] in log.add("\($0.turns)") }).withAnchor()
    let next = knob.next
    knob.next = nil
    #expect(reports { next?.turns = 1 }.count == 1)
    let copy = Knob { [log] in log.add("\($0.turns)") }.withAnchor().frozenCopy
    #expect(reports { copy.turns = 1 }.count == 1)
    #expect(log.entries.isEmpty)
  }
}
