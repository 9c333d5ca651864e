import StrataTesting

/// The one failure that a mistake has to be.
struct Expected {
  let kind: TestFailure.Kind
  /// The texts that it has to contain, in this order.
  let texts: [String]

  /// The difference between the findings and the expected failure; `nil` without one.
  ///
  /// A search over seeds says first which order it has found.
  func diagnostic(about found: [TestFailure]) -> String? {
    var found = found
    if let order = found.first, order.kind == .simulation, order.message.hasPrefix("Seed ") {
      found.removeFirst()
    }
    guard found.map(\.kind) == [kind], let message = found.first?.message else {
      return "found \(found.map { "\($0.kind): \($0.message)" })"
    }
    var rest = message[...]
    for text in texts {
      guard let range = rest.firstRange(of: text) else { return "misses \(text) in \(message)" }
      rest = rest[range.upperBound...]
    }
    return nil
  }
}
