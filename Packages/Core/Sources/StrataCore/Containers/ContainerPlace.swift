/// Where in a container a context is: through which cases, members, keys and elements the way leads.
///
/// A new context with the identity of one that is gone goes on with its life only at the same place:
/// `.one(item)` and `.other(item)` are two places, and so are `["a": item]` and `["b": item]`. The position in a
/// collection is none, since elements move.
public struct ContainerPlace: Hashable {
  private var steps: [AnyHashable] = []

  /// The container itself.
  public init() {}

  /// The place behind one more case, member, key or element.
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
  /// Calls a closure with each context, all at one place: that of the container.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    forEachContext { body($0, place) }
  }

  /// Where each context is, if that has to be known: of contexts whose identities are chosen by their
  /// owners, in a container with more than one place.
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
  /// Finds those of the added contexts that go on with the life of a removed one, and brings the places in
  /// the roster up to date.
  ///
  /// - Returns: The contexts to put back, by the contexts they replace.
  package func continueByIdentity(
    _ edits: inout StructureEdits,
    _ roster: inout Roster
  ) -> [ObjectIdentifier: Context] {
    let former = roster.places
    let places = places(known: former, added: edits.added)
    let continued = edits.continueByIdentity(from: former, to: places)
    roster.places = places?.continued(by: continued)
    return continued
  }
}

/// Where each context of a container is.
@usableFromInline
typealias ContextPlaces = [ObjectIdentifier: ContainerPlace]

extension ContextContainer {
  /// The place of one of several elements: that of the collection for a handle, which is told by its own
  /// identity, and a place of its own for an element that is more than a handle.
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
