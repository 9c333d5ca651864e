/// The identity of a container that declares `Identifiable` and gives no `id` of its own: its case, and
/// who is in it.
///
/// Two values have the same identity when they are of one case and hold the same models. Of a payload
/// without models or other things that are `Identifiable`, the hashable values count instead.
public struct ContainerID: Hashable {
  private let name: String
  private let parts: [AnyHashable]

  /// Makes the identity of a case, or of a struct.
  ///
  /// - Parameters:
  ///   - name: The case's name.
  ///   - parts: What the case holds, or the struct.
  public init(_ name: String, _ parts: Any...) {
    self.name = name
    let identities = parts.compactMap { part -> AnyHashable? in
      guard let part = part as? any Identifiable else { return nil }
      return part.identity
    }
    self.parts = identities.isEmpty ? parts.compactMap { $0 as? AnyHashable } : identities
  }
}

extension Identifiable {
  fileprivate var identity: AnyHashable { AnyHashable(id) }
}

@available(*, unavailable)
extension ContainerID: Sendable {}

/// A container that is identified by what it holds.
///
/// `@ModelContainer` writes the conformance for a type that declares `Identifiable` and has no `id` in
/// its body.
public protocol ContainerIdentifying: ModelContainer {
  /// The identity.
  ///
  /// - Complexity: O(number of values held).
  func makeContainerID() -> ContainerID
}

extension ContainerIdentifying where Self: Identifiable, ID == ContainerID {
  /// The case, and the identities of what is in it.
  public var id: ContainerID { makeContainerID() }
}
