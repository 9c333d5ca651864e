import ArticleOutput
import StrataModels
import StrataRendering

struct Person: Model {
  static let modelLayout = ModelLayout<Person>("Person") {
    $0.slot("name", \.name)
    $0.slot("age", \.age)
  }
  var modelNode = ModelNode<Person>()

  var name: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var age: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init(name: String, age: Int) {
    modelNode.initialize(0, to: name)
    modelNode.initialize(1, to: age)
  }
}

@Sendable func probes() async throws {
  let person = Person(name: "Ada", age: 36).withAnchor()
  let greeting = RenderProbe { "Hello, \(person.name)" }

  person.age += 1
  print(greeting.evaluations)  // 1
  person.name = "Blob"
  print(greeting.output, greeting.evaluations)  // Hello, Blob 2

  let lane = SerialDelivery(label: "screen")
  let shown = Multicast<String>()
  var screens = shown.subscribe().makeAsyncIterator()
  let screen = RenderProbe(on: lane) {
    "\(person.name), \(person.age)"
  } onRender: {
    shown.send($0)
  }
  print(await screens.next() ?? "")  // Blob, 37
  person.age += 1
  print(await screens.next() ?? "")  // Blob, 38
  screen.cancel()

  let row = RenderGate { (name: String) in "> \(name)" }
  let list = RenderProbe { row.render(person.name) + " (\(person.age))" }
  person.age += 1
  print(list.output)  // > Blob (39)
  print(list.evaluations, row.evaluations)  // 2 1
}
