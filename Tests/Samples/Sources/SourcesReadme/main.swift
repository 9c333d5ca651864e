import StrataConcurrency
import StrataSources

enum Lamp: Sendable {
  case off(switchOn: Action<Void>)
  case on(switchOff: Action<Void>)
}

// SAFETY: what it adds is read once, for the initial model.
final class LampSource: SourceOf<Lamp>, @unchecked Sendable {
  @Action(LampSource.switchOn) private var switchOnAction
  @Action(LampSource.switchOff) private var switchOffAction
  lazy var initialModel = Lamp.off(switchOn: switchOnAction)

  private func switchOn() { model = .on(switchOff: switchOffAction) }
  private func switchOff() { model = .off(switchOn: switchOnAction) }
}

final class LampLine: Renderer {
  @Source var model: Lamp
  init(_ source: Source<Lamp>) { _model = source }

  func render() {
    switch model {
    case .off: print("dark")
    case .on: print("bright")
    }
  }
}

let lamp = LampSource().eraseToSource()
let line = LampLine(lamp)
RenderDelivery.with(.immediate) { line.render() }
if case .off(let switchOn) = lamp.model { switchOn() }
