/// The identity of one value in a container.
struct ContainerIDPart: Hashable, Sendable {
  private let value: any Hashable & Sendable

  private init(_ value: any Hashable & Sendable) { self.value = value }

  /// The identity that the compiler knows a value to have.
  init(known identity: some Hashable & Sendable) { value = identity }

  /// The `id` of a part, or those of the models in it; `nil` if it has neither.
  init?(identityOf part: any Sendable) {
    if let known = part as? ContainerIDPart {
      self = known
    } else if let model = part as? any Model {
      value = model.id
    } else if let container = part as? any ModelContainer {
      var identities: [ContainerIDPart] = []
      container.forEachHandle { _, handle in
        if let model = handle as? any Model { identities.append(ContainerIDPart(model.id)) }
      }
      if identities.isEmpty { return nil }
      // A dictionary shows its models in an order that differs between equal ones.
      value =
        type(of: container).isVisitedInOrder
        ? identities as any Hashable & Sendable
        : Dictionary(identities.map { ($0, 1) }, uniquingKeysWith: +)
    } else {
      return nil
    }
  }

  /// A hashable part itself; `nil` for any other.
  init?(valueOf part: any Sendable) {
    func box(_ part: some Sendable) -> Any { Box(value: part) }
    // `Sendable` cannot be asked for at run time. The protocol that a box of a hashable value conforms to can.
    guard let box = box(part) as? any HashableBox else { return nil }
    value = box.hashable
  }

  static func == (lhs: Self, rhs: Self) -> Bool { AnyHashable(lhs.value) == AnyHashable(rhs.value) }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

private struct Box<Value: Sendable>: Sendable {
  let value: Value
}

private protocol HashableBox: Sendable {
  var hashable: any Hashable & Sendable { get }
}

extension Box: HashableBox where Value: Hashable {
  var hashable: any Hashable & Sendable { value }
}
