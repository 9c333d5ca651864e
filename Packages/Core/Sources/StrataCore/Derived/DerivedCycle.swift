/// A cycle of derived values: each reads the next, and the last reads the first.
@usableFromInline
struct DerivedCycle: Sendable {
  /// Their call sites, from the one whose computation began first.
  let places: [String]
  /// Whether all members are known; an untracked read hides some.
  let isWhole: Bool

  /// The cycle as text.
  var description: String {
    guard isWhole else {
      let others = places.dropFirst().joined(separator: ", ")
      let way =
        others.isEmpty ? "reads that are not tracked" : "\(others) and reads that are not tracked"
      return "\(places[0]) reads itself by way of \(way)"
    }
    guard places.count > 1 else { return "\(places[0]) reads itself" }
    let read = zip(places.dropFirst(), places).map { place, former in
      place == former ? "another one of that place" : place
    }
    let unnamed = read.count - Self.longestNamed
    let named = read.prefix(Self.longestNamed).joined(separator: ", which reads ")
    let way = unnamed > 0 ? ", which leads by \(unnamed) more to" : ", which reads"
    return "\(places[0]) reads \(named)\(way) the first"
  }

  private static let longestNamed = 20
}
