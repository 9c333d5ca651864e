import StrataCore

/// Finds the models around one, each once.
struct HierarchyTraversal {
  private let relation: ModelRelation
  private var visited: Set<ObjectIdentifier> = []
  private var found: [any Model] = []

  /// Finds models, in the order that `mapHierarchy(for:transform:)` documents; tracked.
  static func models(
    for relation: ModelRelation,
    from start: Context,
    _ model: () -> (any Model)?
  )
    -> [any Model]
  {
    var traversal = HierarchyTraversal(relation)
    if relation.contains(.self) {
      var found = model()
      if found == nil {
        // A context that has not joined a tree may have no handle yet. The reader is notified when it joins.
        _ = start.trackedParents
        found = model()
      }
      if let found { traversal.found.append(found) }
    }
    traversal.visited.insert(ObjectIdentifier(start))
    if !relation.isDisjoint(with: [.parent, .ancestors]) { traversal.traverseUp(from: start) }
    traversal.traverseDown(from: start)
    return traversal.found
  }

  private init(_ relation: ModelRelation) {
    self.relation = relation
  }

  /// - Returns: Whether the context has not been visited before.
  private mutating func visit(_ adjacent: AdjacentContext) -> Bool {
    guard visited.insert(ObjectIdentifier(adjacent.context)).inserted else { return false }
    if let model = adjacent.model { found.append(model) }
    return true
  }

  private mutating func traverseUp(from start: Context) {
    var level = [start]
    repeat {
      var next: [Context] = []
      for parent in level.flatMap(\.trackedParents) where visit(parent) {
        next.append(parent.context)
        visitDependencies(of: parent.context)
      }
      level = relation.contains(.ancestors) ? next : []
    } while !level.isEmpty
  }

  /// Visits the models beside a context if they are requested, without the models below them.
  private mutating func visitDependencies(of context: Context) {
    guard relation.contains(.dependencies) else { return }
    for hosted in context.trackedHostedContexts { _ = visit(hosted) }
  }

  private mutating func traverseDown(from start: Context) {
    if relation.contains(.descendants) {
      var remaining = adjacentContexts(below: start)
      while let adjacent = remaining.popLast() {
        if visit(adjacent) { remaining += adjacentContexts(below: adjacent.context) }
      }
      return
    }
    if relation.contains(.children) {
      for child in start.trackedChildren where visit(child) {
        visitDependencies(of: child.context)
      }
    }
    visitDependencies(of: start)
  }

  /// The children of a context and, if they are requested, the dependencies beside it; the first one last.
  private func adjacentContexts(below context: Context) -> [AdjacentContext] {
    var adjacentContexts = context.trackedChildren
    if relation.contains(.dependencies) { adjacentContexts += context.trackedHostedContexts }
    return adjacentContexts.reversed()
  }
}

extension AdjacentContext {
  /// The model whose state this is; `nil` for a context that is none.
  fileprivate var model: (any Model)? {
    if let model = handle as? any Model { return model }
    return (context.layout.hooks as? any ModelMaking)?.model(of: context)
  }
}

/// Makes models of contexts without knowing their kind.
protocol ModelMaking {
  /// The model whose state a context is.
  func model(of context: Context) -> (any Model)?
}

extension ModelHooks: ModelMaking {
  func model(of context: Context) -> (any Model)? { M.handle(of: context) }
}
