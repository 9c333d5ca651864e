// swift-format-ignore-file
// The section "Asynchronous Sequences". The document shows statements and leaves the function's body out. The models
// around them are added, and so is `state`, which in the document is the model itself.
import Strata

@Model struct PrimeModel {
  var count = 0
  var isPrime: Bool?
  var state: Self { self }

func isPrime(_ value: Int) async throws -> Bool { value > 1 && !(2..<value).contains { value % $0 == 0 } }

func onActivate() {
node.forEach(change(of: \.count)) { count in
  state.isPrime = nil // Show spinner
  state.isPrime = try await isPrime(count)
}
}
}

@Model struct LatestPrimeModel {
  var count = 0
  var isPrime: Bool?
  var state: Self { self }

func isPrime(_ value: Int) async throws -> Bool { value > 1 && !(2..<value).contains { value % $0 == 0 } }

func onActivate() {
node.forEach(change(of: \.count), cancelPrevious: true) { count in
  state.isPrime = nil // Show spinner
  state.isPrime = try await isPrime(count)
}
}
}
