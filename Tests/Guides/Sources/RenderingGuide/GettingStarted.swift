import ArticleOutput
import StrataModels
import StrataRendering

struct Tally: Model {
  static let modelLayout = ModelLayout<Tally>("Tally") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Tally>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: 0) }
}

struct TallyView: HeadlessView {
  let tally: Tally

  var body: some HeadlessView {
    HeadlessText("count: \(tally.count)")
    HeadlessButton("Add") { tally.count += 1 }
  }
}

@Sendable func gettingStarted() async throws {
  let tally = Tally().withAnchor()
  let view = TallyView(tally: tally)
  print(view.lines)  // ["count: 0", "[Add]"]

  let probe = RenderProbe { TallyView(tally: tally).lines }
  print(view.press("Add"))  // true
  print(probe.output)  // ["count: 1", "[Add]"]
  print(probe.evaluations)  // 2
}
