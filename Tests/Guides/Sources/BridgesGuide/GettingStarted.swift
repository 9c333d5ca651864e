import ArticleOutput
import StrataBridges
import StrataConcurrency
import StrataModels
import StrataSources
import StrataStores

struct Thermostat: Model {
  static let modelLayout = ModelLayout<Thermostat>("Thermostat") { $0.slot("wanted", \.wanted) }
  var modelNode = ModelNode<Thermostat>()

  var wanted: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init() { modelNode.initialize(0, to: 20) }
}

final class Display: Renderer {
  @Source var model: Int
  init(_ source: Source<Int>) { _model = source }
  func render() { print("wanted: \(model)°") }
}

struct AlarmState: StateContainer {
  enum State: EnumState {
    case quiet
    case tooHot(Int)
  }
  var current = State.quiet
}

// SAFETY: stores nothing beside the state.
final class Alarm: StrataStores.Store<AlarmState>, @unchecked Sendable {
  init() { super.init(initialState: .init(), delivery: .immediate) }
  func take(_ wanted: Int) {
    state.current = wanted > 25 ? .tooHot(wanted) : .quiet
  }
}

@Sendable func gettingStarted() async throws {
  let thermostat = Thermostat().withAnchor()
  let wanted = thermostat.source(of: \.wanted)
  let display = Display(wanted)
  let alarm = Alarm()
  wanted.subscribe(alarm, method: Alarm.take)

  RenderDelivery.with(.immediate) { display.render() }
  thermostat.wanted = 30
  print(alarm.state.current)

  let isLoud = alarm.eraseToSource().map { $0.current != .quiet }
  print(isLoud.model)
  thermostat.wanted = 21
  print(isLoud.model)

  var latest = wanted.latestValues.makeAsyncIterator()
  thermostat.wanted = 22
  thermostat.wanted = 23
  print(await latest.next() ?? 0)
  withExtendedLifetime((thermostat, display, alarm)) {}
}
