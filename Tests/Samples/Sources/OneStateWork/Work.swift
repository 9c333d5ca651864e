// swift-format-ignore-file
// The sections "Lifetime and Asynchronous Work", "Model Activation", "Cancellation" and "Cancel in Flight".
// The document shows statements and methods; the models around them are added, and what a sample's dots
// leave out.
import StrataOneStore

extension CounterModel {
  func factButtonTapped() {
    task {
       let fact = try await fetchFact(state.count)
       send(.onFact(fact))
    } catch: { error in
      state.alert = .init(message: "Couldn't load fact.", title: "Error")
    }
  }
}  

struct PrimeModel: Model {
  struct State: Equatable {
    var count = 0
    var isPrime: Bool?
  }

  @ModelState private var state: State

func isPrime(_ value: Int) async throws -> Bool { value > 1 && !(2..<value).contains { value % $0 == 0 } }

func onActivate() {
forEach(values(of: \.count)) { count in
  state.isPrime = nil // Show spinner
  state.isPrime = try await isPrime(count)
}
}

func countTapped() { state.count += 1 }
}

struct LatestPrimeModel: Model {
  struct State: Equatable {
    var count = 0
    var isPrime: Bool?
  }

  @ModelState private var state: State

func isPrime(_ value: Int) async throws -> Bool { value > 1 && !(2..<value).contains { value % $0 == 0 } }

func onActivate() {
forEach(values(of: \.count), cancelPrevious: true) { count in
  state.isPrime = nil // Show spinner
  state.isPrime = try await isPrime(count)
}
}

func countTapped() { state.count += 1 }
}

struct AppModel: Model {
  struct State: Equatable {
    @StateModel<FactPromptModel?> var factPrompt = nil
  }

  @ModelState private var state: State

func onActivate() {
  forEach(events(of: .onDismiss, from: \.$factPrompt)) { _ in
    state.factPrompt = nil
  }
}
}

struct Operations: Model {
  struct State: Equatable {}

  @ModelState private var state: State
  @ModelDependency(\.work) var work

let operationID = "operationID"

func startOperation() {
  task { await work.run("operation") }.cancel(for: operationID)
}

func stopOperation() {
  cancelAll(for: operationID)
}

enum OperationID {} // A type can also work as an id

func startGroup() {
withCancellationContext(for: OperationID.self) {
  task { await work.run("task") }
  forEach(work.numbers) { _ in await work.run("element") }
}
}

func stopGroup() { cancelAll(for: OperationID.self) }
}

struct OneAtATime: Model {
  struct State: Equatable {}

  @ModelState private var state: State
  @ModelDependency(\.work) var work

let operationID = "operationID"

func startOperation() {
  task { await work.run("named") }.cancel(for: operationID, cancelInFlight: true)
}
}

struct OneAtATimeWithoutName: Model {
  struct State: Equatable {}

  @ModelState private var state: State
  @ModelDependency(\.work) var work

func startOperation() {
  task { await work.run("unnamed") }.cancelInFlight()
}
}
