import StrataCore

/// Finds the models around one, each once.
struct HierarchyWalk {
  private let relation: ModelRelation
  private var visited: Set<ObjectIdentifier> = []
  private var found: [any Model] = []

  /// Finds models, in the order that `mapHierarchy(for:transform:)` documents; tracked.
  static func models(
    for relation: ModelRelation,
    from origin: Context,
    _ model: (any Model)?
  )
    -> [any Model]
  {
    var walk = HierarchyWalk(relation)
    if relation.contains(.self), let model { walk.found.append(model) }
    walk.visited.insert(ObjectIdentifier(origin))
    if !relation.isDisjoint(with: [.parent, .ancestors]) { walk.walkUp(from: origin) }
    walk.walkDown(from: origin)
    return walk.found
  }

  private init(_ relation: ModelRelation) {
    self.relation = relation
  }

  /// - Returns: Whether the context has not been visited before.
  private mutating func visit(_ neighbour: Neighbour) -> Bool {
    guard visited.insert(ObjectIdentifier(neighbour.context)).inserted else { return false }
    if let model = neighbour.model { found.append(model) }
    return true
  }

  private mutating func walkUp(from origin: Context) {
    var level = [origin]
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
    for guest in context.trackedGuests { _ = visit(guest) }
  }

  private mutating func walkDown(from origin: Context) {
    if relation.contains(.descendants) {
      var remaining = neighbours(below: origin)
      while let neighbour = remaining.popLast() {
        if visit(neighbour) { remaining += neighbours(below: neighbour.context) }
      }
      return
    }
    if relation.contains(.children) {
      for child in origin.trackedChildren where visit(child) {
        visitDependencies(of: child.context)
      }
    }
    visitDependencies(of: origin)
  }

  /// The children of a context and, if they are requested, the dependencies beside it; the first one last.
  private func neighbours(below context: Context) -> [Neighbour] {
    var neighbours = context.trackedChildren
    if relation.contains(.dependencies) { neighbours += context.trackedGuests }
    return neighbours.reversed()
  }
}

extension Neighbour {
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
