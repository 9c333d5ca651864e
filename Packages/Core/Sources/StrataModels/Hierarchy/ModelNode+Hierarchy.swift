import StrataCore

extension ModelNode {
  /// What a closure makes of the models around this one.
  ///
  /// Asked in this order, each once:
  ///
  /// 1. this model;
  /// 2. those above, the nearest first; at the same distance in the order in which they became parents;
  /// 3. those below, each before what is below it, in the order of the properties and collections that
  ///    hold them; the dependencies beside a model after its children.
  ///
  /// A tracking scope watches the properties that the closure reads, and the structure that was walked:
  /// which models those asked hold, and for the way up which parents they have.
  ///
  /// - Parameters:
  ///   - relation: Whom to ask.
  ///   - transform: Makes an element of a model, or `nil` for none. Called outside all locks.
  /// - Returns: The elements.
  /// - Throws: What `transform` throws.
  /// - Complexity: O(number of models asked, and of the places in which they are held).
  public func mapHierarchy<Element>(
    for relation: ModelRelation,
    transform: (any Model) throws -> Element?
  ) rethrows -> [Element] {
    try reduceHierarchy(for: relation, transform: transform, into: []) { $0.append($1) }
  }

  /// What a closure makes of the models around this one, taken together.
  ///
  /// Otherwise as `mapHierarchy(for:transform:)`.
  ///
  /// - Parameters:
  ///   - relation: Whom to ask.
  ///   - transform: Makes an element of a model, or `nil` for none.
  ///   - initialResult: What to begin with.
  ///   - updateAccumulatingResult: Takes the next element in.
  /// - Returns: The result.
  /// - Throws: What the closures throw.
  public func reduceHierarchy<Result, Element>(
    for relation: ModelRelation,
    transform: (any Model) throws -> Element?,
    into initialResult: Result,
    _ updateAccumulatingResult: (inout Result, Element) throws -> Void
  ) rethrows -> Result {
    var result = initialResult
    for model in models(for: relation) {
      if let element = try transform(model) { try updateAccumulatingResult(&result, element) }
    }
    return result
  }

  private func models(for relation: ModelRelation) -> [any Model] {
    HierarchyWalk.models(for: relation, from: context, M.handle(of: context))
  }

  /// Whether this model has at most one place in its tree; observed.
  ///
  /// The root has none, which is `true`. A collection that holds a model twice, which is reported, is one
  /// place.
  public var isUniquelyReferenced: Bool { context.isUniquelyReferenced }
}
