import Measuring
import StrataConcurrency
import StrataCore
import StrataDependencies
import StrataModels

/// A model with one number, as a programmer writes it without the macro.
struct Meter: Model {
  static let modelLayout = ModelLayout<Meter>("Meter") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Meter>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int = 0) { modelNode.initialize(0, to: count) }
}

/// A dependency without an override.
enum StepKey: DependencyKey {
  static let liveValue = 3
}

extension DependencyValues {
  var step: Int { self[StepKey.self] }
}

/// The rows of the model layer's budgets: with the bridge to Swift's observation.
enum ModelRows {
  static var all: [Workload] { properties + services }

  private static var properties: [Workload] {
    [
      Workload("model: read, with the bridge", budget: 2.2) {
        let meter = Meter(count: 5).withAnchor()
        return Prepared(isRight: meter.count == 5) { count in
          var sum = 0
          for _ in 0..<count { sum &+= meter.count }
          keep(sum)
        }
      }
      .beside(Alternatives.observableRead, Alternatives.plainRead),
      Workload("model: write", budget: 1.6) {
        let meter = Meter().withAnchor()
        meter.count = 7
        return Prepared(isRight: meter.count == 7) { count in
          for number in 0..<count { meter.count = number }
        }
      }
      .beside(Alternatives.observableWrite, Alternatives.plainWrite),
      Workload("model: +=", budget: 2.6) {
        let meter = Meter().withAnchor()
        meter.count += 7
        return Prepared(isRight: meter.count == 7) { count in
          for _ in 0..<count { meter.count += 1 }
        }
      }
      .beside(Alternatives.observableAdd, Alternatives.plainAdd),
    ]
  }

  private static var services: [Workload] {
    [
      Workload("dependency read through a node", budget: 1.5) {
        let meter = Meter().withAnchor()
        return Prepared(isRight: meter.node.step == 3) { count in
          var sum = 0
          for _ in 0..<count { sum &+= meter.node.step }
          keep(sum)
        }
      },
      Workload("dependency read, overridden at the root", budget: 1.5) {
        let meter = Meter().withAnchor { $0[StepKey.self] = 4 }
        return Prepared(isRight: meter.node.step == 4) { count in
          var sum = 0
          for _ in 0..<count { sum &+= meter.node.step }
          keep(sum)
        }
      },
    ]
  }
}
