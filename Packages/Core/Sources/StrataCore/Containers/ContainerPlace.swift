/// The path of a context in its container: the cases, members, keys and elements that lead to it.
///
/// A new context can continue the life of a removed one with the same identity, but only at the same path. `.one(item)`
/// and `.other(item)` are two paths, and so are `["a": item]` and `["b": item]`. The index in a collection is not part
/// of the path, because elements move.
public struct ContainerPlace: Hashable {
  private var steps: [AnyHashable] = []

  /// The container itself.
  public init() {}

  /// The path with one more case, member, key or element.
  ///
  /// - Complexity: O(number of steps).
  public func appending(_ step: AnyHashable) -> ContainerPlace {
    var place = self
    place.steps.append(step)
    return place
  }
}

@available(*, unavailable)
extension ContainerPlace: Sendable {}

extension ContextContainer {
  /// Calls a closure with each context; all have the container's own path.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    forEachContext { body($0, place) }
  }

  /// The path of each context, if it is needed; otherwise `nil`.
  ///
  /// It is needed for contexts whose owners choose their identities, in a container with more than one path.
  func places(known: ContextPlaces?, added: [Context]) -> ContextPlaces? {
    guard Self.contents == .mixed else { return nil }
    var isNeeded = known != nil
    added.forEachUncounted { isNeeded = isNeeded || $0.layout.declaresIdentity }
    guard isNeeded else { return nil }
    var places: ContextPlaces = [:]
    forEachPlace(below: ContainerPlace()) { places[ObjectIdentifier($0)] = $1 }
    return places
  }
}

extension ContextContainer {
  /// Finds the added contexts that continue the life of a removed one, and updates the paths in the membership.
  ///
  /// - Returns: The contexts to put back, by the contexts they replace.
  package func continueByIdentity(
    _ edits: inout StructureEdits,
    _ membership: inout Membership
  ) -> [ObjectIdentifier: Context] {
    let former = membership.places
    let places = places(known: former, added: edits.added)
    let continued = edits.continueByIdentity(from: former, to: places)
    membership.places = places?.continued(by: continued)
    return continued
  }
}

/// The path of each context of a container.
@usableFromInline
typealias ContextPlaces = [ObjectIdentifier: ContainerPlace]

extension ContextContainer {
  /// The path of one of several elements.
  ///
  /// A handle has the path of its collection, because its own identity distinguishes it. An element that is more than a
  /// handle has a path of its own.
  public static func place<Element: ContextContainer>(
    of element: Element,
    below place: ContainerPlace
  ) -> ContainerPlace {
    guard Element.contents == .mixed, let element = element as? any Identifiable else {
      return place
    }
    return place.appending(element.anyID)
  }
}

extension Identifiable {
  fileprivate var anyID: AnyHashable { AnyHashable(id) }
}
