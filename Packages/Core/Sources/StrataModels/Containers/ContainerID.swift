/// The identity of a container that declares `Identifiable` and gives no `id` of its own: its case, and the
/// models in it.
///
/// Two values have the same identity when they are of one case and contain the same models, also in optionals,
/// collections and dictionaries. A payload without models or other `Identifiable` values counts by its hashable
/// values instead.
public struct ContainerID: Hashable, Sendable {
  private let name: String
  private let parts: [ContainerIDPart]

  /// Makes the identity of a case, or of a struct.
  ///
  /// - Parameters:
  ///   - name: The case's name.
  ///   - parts: The values in the case, or the struct, each as `part(_:)` gives it.
  public init(_ name: String, _ parts: any Sendable...) {
    self.name = name
    let identities = parts.compactMap(ContainerIDPart.init(identityOf:))
    self.parts = identities.isEmpty ? parts.compactMap(ContainerIDPart.init(valueOf:)) : identities
  }
}

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
