import Strata
import Testing

/// Swift opens an argument of an existential type; a property of such a type must not notice.
@Suite struct ExistentialTests {
  @Test func propertiesOfExistentialTypesHoldAnyValue() {
    let model = Existentials()
    #expect(model.shape.corners == 4)
    #expect(model.failure is CancellationError)
    let live = model.withAnchor()
    live.shape = Round()
    live.failure = nil
    live.value = "text"
    #expect(live.shape.corners == 0)
    #expect(live.failure == nil)
    #expect(live.value as? String == "text")
  }

  @Test func initializersOfTheUserMayPassThemOn() {
    let model = NotedShape(Square(), note: 7).withAnchor()
    #expect(model.shape.corners == 4)
    #expect(model.note as? Int == 7)
    model.shape = Round()
    #expect(model.changes == 1)
  }
}

private protocol Shape: Sendable {
  var corners: Int { get }
}

private struct Square: Shape {
  var corners: Int { 4 }
}

private struct Round: Shape {
  var corners: Int { 0 }
}

@Model private struct Existentials {
  var shape: any Shape = Square()
  var failure: (any Error)? = CancellationError()
  var error: any Error = CancellationError()
  var value: any Sendable = 0
}

@Model private struct NotedShape {
  var shape: any Shape {
    didSet { changes += 1 }
  }
  var note: any Sendable
  var changes = 0

  init(_ shape: any Shape, note: any Sendable) {
    self.shape = shape
    self.note = note
  }
}
