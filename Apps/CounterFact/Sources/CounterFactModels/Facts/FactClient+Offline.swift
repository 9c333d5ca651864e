extension FactClient {
  /// Works facts out instead of asking for them: for machines without a network.
  package static let offline = FactClient { number in
    guard number.magnitude <= 1_000_000 else { return "\(number) has many digits." }
    switch number {
    case -1: return "-1 is the largest whole number below zero."
    case 0, 1: return "\(number) is its own square."
    default: break
    }
    let size = Int(number.magnitude)
    let divisors = (2..<size).lazy.filter { size.isMultiple(of: $0) }.prefix(5).map { "\($0)" }
    return divisors.isEmpty
      ? "\(number) has no divisors but 1 and itself."
      : "\(number) can be divided by \(divisors.joined(separator: ", "))."
  }
}
