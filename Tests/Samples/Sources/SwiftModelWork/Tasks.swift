// swift-format-ignore-file
// The sections "Tasks", "Cancellation", "Cancel in Flight" and "Transactions". The document shows
// statements; the models around them are added, and what a sample's `...` leaves out.
import Strata

@Model struct CounterModel {
  let count: Int
  let onFact: (Int, String) -> Void
  var alert: Alert?

  func factButtonTapped() {
    node.task {
      let fact = try await node.factClient.fetch(count)
      onFact(count, fact)
    } catch: { error in
      alert = Alert(message: "Couldn't load fact.", title: "Error")
    }
  }
}  

@Model struct Operations {
  let work: @Sendable (String) async -> Void
  let changes: AsyncStream<Int>

func startAndCancel() {
    let task = node.task { await work("task") }

    task.cancel()
}

let operationID = "operationID"

func startOperation() {
  node.task { await work("operation") }.cancel(for: operationID)
}

func stopOperation() {
  node.cancelAll(for: operationID)
}

func startGroup() {
node.cancellationContext(for: operationID) {
  node.task { }
  node.forEach(changes) { _ in }
}
}

func noteCancellation() {
node.onCancel { Task { await work("cancelled") } }
}
}

@Model struct OperationsInFlight {
  let work: @Sendable (String) async -> Void
  let operationID = "operationID"

func startOperation() {
  node.task { await work("operation") }.cancel(for: operationID, cancelInFlight: true)
}
}

@Model struct OperationsByPlace {
  let work: @Sendable (String) async -> Void

func startOperation() {
  node.task { await work("operation") }.cancelInFlight()
}
}

@Model struct Sums {
  var counts: [Int] = []
  var sum = 0

func add(_ count: Int) {
node.transaction {
  counts.append(count)
  sum = counts.reduce(0, +)
}
}
}
