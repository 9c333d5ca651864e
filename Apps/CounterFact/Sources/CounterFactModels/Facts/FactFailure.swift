package import ProgramHTTP

/// Why there is no fact about a number.
package typealias FactFailure = ServiceFailure

extension FactFailure {
  /// The failure for an error of any kind.
  package init(ofFact error: any Error) {
    self = error as? FactFailure ?? FactFailure(.unknown, "There is no fact: \(error).")
  }
}
