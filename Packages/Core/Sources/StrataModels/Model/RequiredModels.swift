import StrataConcurrency

/// The kinds of models of which each instance of another kind holds one.
///
/// A macro sees one declaration, so it finds a model that holds one of its own kind. A circle of several kinds shows
/// when the last layout of the circle is made, which is before the endless initialisation ends the program.
enum RequiredModels {
  private struct Requirement: Sendable {
    /// `Lawyer.client`.
    let property: String
    let kind: ObjectIdentifier
  }

  private static let known = Locked<[ObjectIdentifier: [Requirement]]>([:], rank: .leaf)

  /// Notes that each instance of a kind holds one of another, and reports a circle.
  ///
  /// - Parameters:
  ///   - property: The property that holds it.
  ///   - holder: The kind with the property.
  ///   - kind: The kind of the property's value.
  ///   - place: The line of the property.
  /// - Complexity: O(1) where the other kind has no layout yet; else O(*n*) in the kinds that it requires.
  static func note(
    _ property: String,
    of holder: any Model.Type,
    requires kind: any Model.Type,
    at place: CallSite
  ) {
    let circle = known.withLock { known in
      let requirement = Requirement(property: property, kind: ObjectIdentifier(kind))
      known[ObjectIdentifier(holder), default: []].append(requirement)
      return way(from: requirement, backTo: ObjectIdentifier(holder), known)
    }
    guard let circle else { return }
    ModelDiagnostic.endlessModels(circle).report(at: place)
  }

  /// The properties from a requirement back to the kind that has it; `nil` if none leads there.
  private static func way(
    from first: Requirement,
    backTo holder: ObjectIdentifier,
    _ known: [ObjectIdentifier: [Requirement]]
  ) -> [String]? {
    var ways = [[first]]
    var visited: Set<ObjectIdentifier> = []
    while let way = ways.popLast(), let last = way.last {
      if last.kind == holder { return way.map(\.property) }
      guard visited.insert(last.kind).inserted else { continue }
      ways += (known[last.kind] ?? []).map { way + [$0] }
    }
    return nil
  }
}
