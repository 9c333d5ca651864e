package import Measuring
import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import Workloads

/// A model with one number.
private struct Gauge: Model {
  static let modelLayout = ModelLayout<Gauge>("Gauge") {
    $0.slot("count", \.count)
    $0.slot("steps", \.steps)
  }
  var modelNode = ModelNode<Gauge>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var steps: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init() {
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: 0)
  }
}

/// The cost of tests of models.
package enum TestRows {
  package static var all: [Workload] { [assertion, test, simulation] }

  /// One change and one assertion, in an exhaustive test.
  private static var assertion: Workload {
    Workload("test: a change and its exhaustive assertion", count: 10_000) {
      let overlooked = failures { gauge in gauge.steps = 1 }
      let asserted = failures { gauge in
        gauge.count = 5
        await expect(gauge.count == 5)
      }
      return Prepared(isRight: overlooked > 0 && asserted == 0) { count in
        let found = failures { gauge in
          for number in 1...count {
            gauge.count = number
            await expect(gauge.count == number)
          }
        }
        precondition(found == 0, "\(found) assertions have failed")
      }
    }
  }

  private static var test: Workload {
    Workload(
      "test: 1,000 simulated tests with a model, a task and an assertion, each",
      count: 1_000
    ) {
      Prepared(isRight: runTest() == 0) { count in
        for _ in 0..<count { keep(runTest()) }
      }
    }
  }

  /// A whole test.
  private static func runTest() -> Int {
    failures { gauge in
      gauge.node.task { gauge.count = 5 }
      await expect(gauge.count == 5)
    }
  }

  private static var simulation: Workload {
    Workload("test: a simulation in which nothing happens", count: 1_000) {
      Prepared(isRight: simulate() == 3) { count in
        for _ in 0..<count { keep(simulate()) }
      }
    }
  }

  private static func simulate() -> Int {
    Waiting.result {
      (try? await withSimulation(seed: 1) { _ in 3 }.value) ?? 0
    }
  }

  /// The number of failures of a model's test.
  private static func failures(_ body: @escaping @Sendable (Gauge) async -> Void) -> Int {
    Waiting.result {
      let found = Locked(0, rank: .leaf)
      await FailureSink.withHandler({ _ in found.withLock { $0 += 1 } }) {
        _ = try? await withTestScope {
          let gauge = Gauge().withAnchor()
          await body(gauge)
        }
      }
      return found.withLock { $0 }
    }
  }
}
