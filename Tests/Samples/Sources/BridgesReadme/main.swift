import Strata
import StrataBridges
import StrataConcurrency
import StrataSources

@Model struct Thermostat {
  var wanted = 20
}

final class Display: Renderer {
  @Source var model: String
  init(_ source: Source<String>) { _model = source }
  func render() { print(model) }
}

let thermostat = Thermostat().withAnchor()
let display = Display(thermostat.source(of: \.wanted).map { "wanted: \($0) degrees" })
RenderDelivery.with(.immediate) { display.render() }
thermostat.wanted = 23
