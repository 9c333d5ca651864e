import StrataCore
import StrataModels
import Testing

/// Reads of the property itself by a `willSet` and the code around a change.
@Suite struct AnnouncedChangeTests {
  @Test func aWillSetReadsTheOldValue() {
    let dial = Dial(degrees: 1).withAnchor()
    dial.degrees = 2
    dial.degrees += 3
    #expect(dial.log == ["1 -> 2", "2", "2 -> 5", "5"])
  }

  @Test func whoReadsAnObservedPropertyInTheMiddleOfAChangeEndsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let dial = Dial(degrees: 1).withAnchor()
      change(&dial.degrees) { $0 = dial.degrees }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains("this thread is changing Dial.degrees (declared at StrataModelsTests/"),
      "\(output)"
    )
    #expect(output.contains("in place and tries to read the same property"), "\(output)")
  }

  @Test func whoReadsPlainBytesInTheMiddleOfAChangeEndsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let dial = Dial(degrees: 1).withAnchor()
      change(&dial.limit) { $0 = dial.limit }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains("this thread is changing Dial.limit (declared at StrataModelsTests/"),
      "\(output)"
    )
    #expect(output.contains("in place and tries to read the same property"), "\(output)")
  }
}

/// A model with an observed property, as the macro would write it.
private struct Dial: Model {
  static let modelLayout = ModelLayout<Dial>("Dial") {
    $0.slot("degrees", \.degrees)
    $0.slot("log", \.log)
    $0.slot("limit", \.limit)
  }
  var modelNode = ModelNode<Dial>()

  var degrees: Int {
    get { modelNode[0] }
    nonmutating set { modelNode.assign(newValue, to: &self.degrees) }
    nonmutating _modify {
      yield &modelNode[
        0,
        willSet: { log.append("\(self.degrees) -> \($0)") },
        didSet: { _ in log.append("\(self.degrees)") }
      ]
    }
  }

  var log: [String] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }

  var limit: Int {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init(degrees: Int) {
    modelNode.initialize(0, to: degrees)
    modelNode.initialize(1, to: [String]())
    modelNode.initialize(2, to: 0)
  }
}

/// Runs a closure on a value in place.
private func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }
