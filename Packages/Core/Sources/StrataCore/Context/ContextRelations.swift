/// Parents beyond the first, and their children.
///
/// The properties are those of ``ContextFacets`` with their names.
final class ContextRelations: ContextFacet {
  @safe @exclusivity(unchecked) var otherParents: [ParentLink] = []
  @safe @exclusivity(unchecked) var adoptedChildren: [Context] = []
  @safe @exclusivity(unchecked) var isHeldTwice: Bool = false
}

extension ContextFacets {
  private var contextRelations: ContextRelations? { relationFacet.known() }

  /// Parents beyond the first, in order of arrival.
  var otherParents: [ParentLink] {
    get { contextRelations?.otherParents ?? [] }
    _modify { yield &relationFacet.ensured(ContextRelations.self).otherParents }
  }

  /// Whether there are such parents.
  @inline(__always)
  var hasOtherParents: Bool { relationFacet != nil && !otherParents.isEmpty }

  /// Children whose first parent is another context.
  var adoptedChildren: [Context] {
    get { contextRelations?.adoptedChildren ?? [] }
    _modify { yield &relationFacet.ensured(ContextRelations.self).adoptedChildren }
  }

  /// Whether a slot was found to contain the context more than once.
  var isHeldTwice: Bool {
    get { contextRelations?.isHeldTwice ?? false }
    _modify { yield &relationFacet.ensured(ContextRelations.self).isHeldTwice }
  }
}
