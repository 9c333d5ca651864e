import Strata
import StrataRendering
import Testing

@testable import SwiftModelWork

/// The document's samples of asynchronous work do what the document says.
@Suite struct SwiftModelWorkTests {
  struct Unreachable: Error {}

  @Test func anErrorOfATaskIsCaught() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let model = CounterModel(count: 2) { _, _ in }.withAnchor {
        $0.factClient.fetch = { _ in throw Unreachable() }
      }
      model.factButtonTapped()
      var alerts = model.change(of: \.alert).makeAsyncIterator()
      while let alert = await alerts.next(), alert == nil {}
      #expect(model.alert == Alert(message: "Couldn't load fact.", title: "Error"))
    }
  }

  @Test func workStopsByItsKey() async throws {
    let log = Log()
    _ = try await withSimulation(seed: 1) { _ in
      let model = Operations(work: { log.add($0) }, changes: AsyncStream { $0.finish() })
        .withAnchor()
      model.startOperation()
      model.stopOperation()
      model.startGroup()
      model.noteCancellation()
      model.startAndCancel()
    }
    #expect(!log.entries.contains("operation"))
  }

  @Test func aLaterOperationReplacesTheOneInFlight() async throws {
    for seed in 0..<8 {
      let log = Log()
      _ = try await withSimulation(seed: UInt64(seed)) { _ in
        let keyed = OperationsInFlight(work: { log.add($0) }).withAnchor()
        let placed = OperationsByPlace(work: { log.add($0) }).withAnchor()
        keyed.startOperation()
        keyed.startOperation()
        placed.startOperation()
        placed.startOperation()
        await Task.yield()
        withExtendedLifetime((keyed, placed)) {}
      }
      #expect(log.entries.count <= 4)
    }
  }

  @Test func aTransactionKeepsTheSumTrue() {
    let model = Sums().withAnchor()
    let probe = RenderProbe { [model] in "\(model.counts) \(model.sum)" }
    model.add(2)
    model.add(3)
    #expect(probe.output == "[2, 3] 5")
    #expect(probe.evaluations == 3)
  }
}

/// Writes down what happens, in order.
final class Log: Sendable {
  private let state = Locked<[String]>([], rank: .leaf)
  var entries: [String] { state.withLock { $0 } }
  func add(_ entry: String) { state.withLock { $0.append(entry) } }
}
