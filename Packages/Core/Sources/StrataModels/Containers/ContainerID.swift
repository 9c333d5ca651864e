/// The identity of a container that declares `Identifiable` and gives no `id` of its own: its case, and the
/// models in it.
///
/// Two values have the same identity when they are of one case and contain the same models, also in optionals,
/// collections and dictionaries. A payload without models or other `Identifiable` values counts by its hashable
/// values instead.
public struct ContainerID: Hashable {
  private let name: String
  private let parts: [AnyHashable]

  /// Makes the identity of a case, or of a struct.
  ///
  /// - Parameters:
  ///   - name: The case's name.
  ///   - parts: The values in the case, or the struct.
  public init(_ name: String, _ parts: Any...) {
    self.name = name
    let identities = parts.compactMap(Self.identity)
    self.parts = identities.isEmpty ? parts.compactMap { $0 as? AnyHashable } : identities
  }

  /// The identity of one part: its `id`, or those of the models in it.
  private static func identity(of part: Any) -> AnyHashable? {
    if let part = part as? any Identifiable { return part.identity }
    guard let container = part as? any ModelContainer else { return nil }
    // A dictionary shows its models in an order that differs between equal ones.
    if let models = part as? [AnyHashable: any Model] {
      return models.isEmpty ? nil : AnyHashable(models.mapValues(\.identity))
    }
    var identities: [AnyHashable] = []
    container.forEachHandle { _, handle in
      if let model = handle as? any Model { identities.append(model.identity) }
    }
    return identities.isEmpty ? nil : AnyHashable(identities)
  }
}

extension Identifiable {
  fileprivate var identity: AnyHashable { AnyHashable(id) }
}

@available(*, unavailable)
extension ContainerID: Sendable {}

/// A container that is identified by its contents.
///
/// `@ModelContainer` writes the conformance for a type that declares `Identifiable` and has no `id` in
/// its body.
public protocol ContainerIdentifying: ModelContainer {
  /// The identity.
  ///
  /// - Complexity: O(number of values in it).
  func makeContainerID() -> ContainerID
}

extension ContainerIdentifying where Self: Identifiable, ID == ContainerID {
  /// The case, and the identities of its contents.
  public var id: ContainerID { makeContainerID() }
}
