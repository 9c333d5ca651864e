import StrataCore

extension ModelNode {
  /// The elements that a closure makes of the models around this one.
  ///
  /// Asked in this order, each once:
  ///
  /// 1. this model;
  /// 2. those above, the nearest first; at the same distance in the order in which they became parents;
  /// 3. those below, each before its own children, in the order of the properties and collections that contain
  ///    them; the dependencies beside a model after its children.
  ///
  /// A tracking scope observes the properties that the closure reads, and the traversed structure: the children
  /// of the models that were asked and, for the way up, their parents.
  ///
  /// - Parameters:
  ///   - relation: Whom to ask.
  ///   - transform: Makes an element of a model, or `nil` for none. Called outside all locks.
  /// - Returns: The elements.
  /// - Throws: The error of `transform`.
  /// - Complexity: O(number of models asked, and of the slots that contain them).
  public func mapHierarchy<Element>(
    for relation: ModelRelation,
    transform: (any Model) throws -> Element?
  ) rethrows -> [Element] {
    try reduceHierarchy(for: relation, transform: transform, into: []) { $0.append($1) }
  }

  /// The result of a closure over the models around this one.
  ///
  /// Otherwise as `mapHierarchy(for:transform:)`.
  ///
  /// - Parameters:
  ///   - relation: Whom to ask.
  ///   - transform: Makes an element of a model, or `nil` for none.
  ///   - initialResult: The value to begin with.
  ///   - updateAccumulatingResult: Takes the next element in.
  /// - Returns: The result.
  /// - Throws: The error of a closure.
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
    HierarchyTraversal.models(for: relation, from: context) { M.handle(of: context) }
  }

  /// Whether this model has at most one parent in its tree; observed.
  ///
  /// The root has none, which gives `true`. A collection that contains a model twice, which is reported, counts
  /// once.
  public var isUniquelyReferenced: Bool { context.isUniquelyReferenced }
}
