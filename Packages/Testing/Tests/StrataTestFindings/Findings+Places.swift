import StrataTesting
import Testing

extension Findings {
  /// The places that a test runner shows.
  package var places: [String] {
    all.map { failure in
      failure.testLocation.map { "\($0.fileID):\($0.line)" } ?? "\(failure.callSite)"
    }
  }
}
